import { expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { JournalRecord } from '#functions/ports/entities/books.ts';
import { countChanges } from '#functions/domain/statistics/count-changes.ts';
import { moneyFlows } from '#functions/domain/statistics/money-flows.ts';
import { recordedMetrics } from '#test/support/recorded-metrics.ts';
import { referralWorld } from '#test/support/referral-world.ts';
import { changesIn } from '#test/support/table-changes.ts';

const record = (kind: string, legs: Readonly<Record<string, number>>): JournalRecord => ({
  journalId: kind,
  kind,
  cause: kind,
  legs: Object.entries(legs).map(([account, amount]) => ({ account, amountCents: cents(amount) })),
  roundedOffMicroCents: 0,
  atMs: 0,
});

const wallet = 'U:usr_1:AVAIL';
const card = 'CARD:crd_1';

it.each<readonly [string, JournalRecord, Readonly<Record<string, number>>]>([
  ['a deposit', record('deposit_credited', { 'PROV:CLEARING': 5000, [wallet]: -5000 }), { deposited: 5000 }],
  [
    'a deposit taken back',
    record('deposit_taken_back', { 'PROV:CLEARING': -5000, [wallet]: 5000 }),
    { deposited: -5000 },
  ],
  [
    'a load with its fee',
    record('card_load_settled', {
      [wallet]: 1050,
      [card]: -1000,
      'REV:LOAD_FEE': -50,
      'ISS:ALLOC': 1000,
      'ISS:FLOAT': -1000,
    }),
    { to_cards: 1000, fees: 50 },
  ],
  [
    'a withdrawal',
    record('card_withdrawal_settled', { [`${card}:OUT`]: 700, [wallet]: -700, 'ISS:FLOAT': 700, 'ISS:ALLOC': -700 }),
    { to_cards: -700 },
  ],
  ['a purchase', record('card_purchase', { [card]: 300, 'ISS:ALLOC': -300 }), { spent: 300 }],
  ['a refund', record('card_refund', { 'ISS:ALLOC': 300, [card]: -300 }), { spent: -300 }],
  [
    'the rest of a deleted card, which is no purchase',
    record('card_closing_credited', { [card]: 40, [wallet]: -40, [`${card}:FETCH`]: 40, 'ISS:ALLOC': -40 }),
    {},
  ],
  ['a top-up of the float', record('float_topped_up', { 'ISS:FLOAT': 90_000, 'BANK:USD': -90_000 }), {}],
  ['a hold', record('card_load_reserved', { [wallet]: 1000, 'U:usr_1:HELD': -1000 }), {}],
])('%s', (_, given, flows) => {
  expect(Object.fromEntries(moneyFlows([given]))).toEqual(flows);
});

it('is measured for the records that the stream brings', async () => {
  const world = await referralWorld();
  await world.cardholder(0);
  await world.cardholder(1_234);
  const { metrics, seen } = recordedMetrics();
  await countChanges({ ...world.services, metrics }, changesIn(world.store));
  const records = await Promise.all(
    changesIn(world.store).flatMap((change) =>
      change.kind === 'journal' ? [world.store.get('journal', change.key)] : [],
    ),
  );
  const flows = moneyFlows(records.filter((each) => each !== undefined));
  expect(flows.size).toBeGreaterThan(0);
  expect(seen).toEqual([...flows].map(([flow, amount]) => `MoneyCents ${flow} ${amount}`));
});
