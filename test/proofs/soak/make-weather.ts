import { setTimeout as sleep } from 'node:timers/promises';
import type { StackAddresses } from '#infra/local/seed/open-account.ts';
import type { Dice } from '../webhooks/dice.ts';
import { knock } from './knock.ts';

/** Duration of a hanging call, in milliseconds: longer than our timeout for a provider. */
const hangMs = 8_500;

/** Delay of a late effect, in virtual milliseconds: less than the time in which a request may still take effect. */
const lateMs = 20_000;

/** A fault of a simulator, as its control address accepts it. */
type Fault = { readonly path: string; readonly mode: string; readonly delayMs?: number; readonly status?: number };

type Spell = Omit<Fault, 'path'>;

const calls = ['fund_card', 'fund_card', 'unload_card', 'create_card', 'delete_card'] as const;
const callFaults: readonly [Spell, ...Spell[]] = [
  { mode: 'timeout_before', delayMs: hangMs },
  { mode: 'timeout_after', delayMs: hangMs },
  { mode: 'status', status: 500 },
  { mode: 'status', status: 503 },
  { mode: 'status_after', status: 500 },
  { mode: 'status_after', status: 504 },
  { mode: 'garbage' },
  { mode: 'reset' },
  { mode: 'reset_after' },
  { mode: 'slow', delayMs: 1_500 },
];
const issuerOnly: readonly Spell[] = [
  { mode: 'late_apply', status: 500, delayMs: lateMs },
  { mode: 'rate_limited' },
  { mode: 'async_fail' },
  { mode: 'creation_fails_async' },
  { mode: 'duplicate_webhook' },
  { mode: 'no_webhook' },
  { mode: 'contradictory' },
];
const issuerReads = [
  'get_card_details',
  'get_card_transaction_status',
  'get_card_transactions',
  'freeze_card',
] as const;
const issuerEvents = [
  'no_webhook',
  'duplicate_webhook',
  'delay_webhook',
  'reorder',
  'bad_signature',
  'forged_body',
] as const;
const deliveries = ['status', 'status_after', 'reset', 'reset_after', 'bad_signature', 'missing_signature'] as const;
const paymentEvents = [
  'no_webhook',
  'delay_webhook',
  'reorder',
  'bad_signature',
  'missing_signature',
  'wrong_key',
  'altered_amount',
  'forged_amount',
] as const;

/**
 * Has both providers misbehave, one call or delivery or a few at a time, until it is over. Returns the number of
 * faults.
 */
export async function makeWeather(
  stack: StackAddresses,
  dice: Dice,
  everyMs: number,
  isOver: () => boolean,
): Promise<Map<string, number>> {
  const faults = new Map<string, number>();
  while (!isOver()) {
    await sleep(everyMs * (0.5 + dice.below(100) / 100));
    const [provider, fault] = dice.percent(60)
      ? (['issuer', issuerFault(dice)] as const)
      : (['payments', paymentFault(dice)] as const);
    const set = await knock(`${stack[provider]}/sandbox/faults`, { ...fault, times: 1 + dice.below(2) });
    const name = `${provider} ${fault.mode}`;
    if (set !== undefined) faults.set(name, (faults.get(name) ?? 0) + 1);
  }
  return faults;
}

function issuerFault(dice: Dice): Fault {
  if (dice.percent(50)) return { path: dice.pick(calls), ...dice.pick<Spell>([...callFaults, ...issuerOnly]) };
  if (dice.percent(40)) return { path: dice.pick(issuerReads), ...dice.pick(callFaults) };
  if (dice.percent(60)) return { path: 'purchases', mode: dice.pick(issuerEvents) };
  return { path: 'webhook', mode: dice.pick(deliveries) };
}

function paymentFault(dice: Dice): Fault {
  if (dice.percent(45)) return { path: '/v1/payment', ...dice.pick(callFaults) };
  if (dice.percent(20))
    return {
      path: '/v1/payment/info',
      ...dice.pick<Spell>([{ mode: 'stale', delayMs: 2_000 }, { mode: 'other_payment' }]),
    };
  return { path: 'webhook', mode: dice.pick(paymentEvents) };
}
