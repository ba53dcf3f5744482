import { setTimeout as sleep } from 'node:timers/promises';
import type { Dice } from '../webhooks/dice.ts';
import { ask } from './ask.ts';
import { freshCents } from './fresh-cents.ts';
import { knock } from './knock.ts';
import { count, type SoakPerson, type SoakWorld } from './soak-world.ts';

type Step = { readonly action: string; readonly options?: Readonly<Record<string, unknown>> };

/**
 * Possible courses of an invoice, as actions of people and the provider. One that is listed twice is twice as likely.
 */
const ends: readonly [readonly Step[], ...(readonly Step[])[]] = [
  [{ action: 'pay' }],
  ...Array.from({ length: 9 }, (): readonly Step[] => [{ action: 'pay' }]),
  [{ action: 'pay', options: { confirmMs: 400 } }],
  [{ action: 'confirm_check' }, { action: 'pay' }],
  [{ action: 'underpay' }, { action: 'pay' }],
  [{ action: 'underpay', options: { final: true } }],
  [{ action: 'overpay' }],
  [{ action: 'lock' }, { action: 'release' }],
  [{ action: 'pay' }, { action: 'refund' }],
  [{ action: 'pay' }, { action: 'refund', options: { stage: 'process' } }, { action: 'refund' }],
  [{ action: 'expire' }],
  [{ action: 'fail' }],
];

/** Opens a deposit and has it paid, or ended in another way. */
export async function depositMoney(
  world: SoakWorld,
  dice: Dice,
  person: SoakPerson,
  given?: { readonly cents: number },
): Promise<void> {
  const cents = given?.cents ?? freshCents(dice, person, 'deposit', [500, 20_000]);
  if (cents === undefined) return;
  const [currency, network] = dice.pick<readonly [string, string]>([
    ['USDT', 'TRON'],
    ['USDC', 'Polygon'],
    ['BTC', 'BTC'],
    ['LTC', 'LTC'],
  ]);
  const opened = await ask<{ transaction: { _id: string } }>(world, dice, {
    person,
    method: 'POST',
    path: '/transactions',
    body: { currency, network, amountInUsd: cents },
    kind: 'deposit',
    mark: String(cents),
    effectCents: undefined,
  });
  if (opened === undefined) return;
  const { _id } = opened.transaction;
  person.deposits.push(_id);
  const [paid] = ends;
  for (const { action, options } of given ? paid : dice.pick(ends)) {
    const done = await knock(`${world.stack.payments}/sandbox/invoices/${_id}/${action}`, options);
    // An invoice without an answer is ended when the soak is over.
    if (done === undefined) return count(world, 'payments lost on the way');
    count(world, `operations: payment ${action}`);
    await sleep(dice.below(150));
  }
}
