import { encodeTime } from 'ulid';
import { cents } from '#shared/money.ts';
import { catchUpCard } from '#functions/domain/cards/catch-up-card.ts';
import { requestLoad } from '#functions/domain/cards/orders/request-load.ts';
import { requestWithdrawal } from '#functions/domain/cards/orders/request-withdrawal.ts';
import { applyFresh } from '#test/support/apply-fresh.ts';
import { pollDeposits } from '#functions/domain/deposits/poll-deposits.ts';
import { countChanges } from '#functions/domain/statistics/count-changes.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { payReferrals } from '#functions/domain/referrals/pay-referrals.ts';
import { signupRewardWrites } from '#functions/domain/referrals/reward.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { silentLog } from '#functions/ports/log.ts';
import type { Services } from '#functions/ports/services.ts';
import type { TableChange } from '#functions/ports/table-change.ts';
import { SimulatedTable } from '#test/simulation/engine/simulated-table.ts';
import type { FakePayments } from './fake-payments.ts';
import type { ManualClock } from './manual-clock.ts';
import { moneyWorld, type MoneyWorld } from './money-world.ts';
import { openDeposit } from './open-deposit.ts';
import type { ScriptedIssuer } from './scripted-issuer.ts';
import { entitiesIn, simulatedStore } from './simulated-store.ts';

/** People who have used the product for a while, by its own rules; without errors and with nothing under way. */
export type History = {
  readonly services: Services;
  readonly table: SimulatedTable;
  readonly clock: ManualClock;
  readonly issuer: ScriptedIssuer;
  readonly payments: FakePayments;
  readonly people: readonly User[];
  readonly operations: number;
};

/**
 * Makes a history of at least this many operations of this many people: deposits, part payments and refunds, cards,
 * loads that succeed and that the issuer declines, withdrawals, purchases, refunds, referrals. The same each time.
 */
export async function cleanHistory(given: { readonly people: number; readonly operations: number }): Promise<History> {
  const table = new SimulatedTable();
  const world = moneyWorld({ store: (clock) => simulatedStore(table, clock) });
  const { services, clock, issuer } = world;
  const draw = draws(7);
  const people: User[] = [];
  const cards = new Map<User, Card>();
  let operations = 0;
  for (let index = 0; index < given.people; index += 1) {
    // Every fifth person referred the next four.
    const referrer = index % 5 === 0 ? undefined : people[index - (index % 5)];
    const user = await world.cardholder(0, {
      // The id holds its time like a real one, because new accounts are counted by it.
      userId: `usr_${encodeTime(clock.now())}${String(index).padStart(16, '0')}`,
      email: `person-${index}@example.com`,
      ...(referrer && { referredBy: referrer.userId, referral: { isEligible: true, reason: undefined } }),
    });
    const promised = signupRewardWrites(services, user);
    if (promised.length > 0) await services.store.commit(promised);
    await deposit(world, user, 40_000 + index * 100);
    cards.set(user, await world.openCard(user));
    await load(world, user, cards.get(user), 5_000 + index);
    people.push(user);
    operations += 3;
    clock.advance(2_000);
  }
  for (let round = 0; operations < given.operations; round += 1) {
    const user = people[round % people.length];
    const card = user && cards.get(user);
    if (!user || !card) throw new Error('nobody');
    operations += 1;
    clock.advance(6_000);
    const what = draw(100);
    const { availableCents } = await world.wallet(user);
    const held = await world.card(card);
    if (availableCents < 3_000 || what < 8)
      await deposit(world, user, 5_000 + draw(20_000), what === 0 ? 'refunded' : what);
    else if (what < 40) await load(world, user, card, 500 + draw(1_500));
    else if (what < 45) {
      issuer.misbehave('load', { does: 'declined', reason: 'rejected' });
      await load(world, user, card, 700);
    } else if (what < 55 && held.balanceCents > 2_000 && held.lastUnloadAtMs + 300_000 < clock.now()) {
      const operationId = await requestWithdrawal(services, {
        user,
        cardId: card.cardId,
        amountCents: cents(1_000),
        claim: undefined,
      });
      await driveOperation(services, operationId, { untilMs: clock.now() + 10_000 });
    } else if (what < 90 && held.balanceCents > 1_000) {
      const seen = issuer.charge(card.issuerCardId ?? '', 100 + draw(600), `TX-${round}`);
      issuer.transactions[0] = { ...seen, atMs: clock.now() };
      await catchUpCard(services, card, seen.reference);
    } else {
      const seen = issuer.refund(card.issuerCardId ?? '', 50 + draw(200), `TX-${round}_REFUND`);
      issuer.transactions[0] = { ...seen, atMs: clock.now() };
      await catchUpCard(services, card, seen.reference);
    }
  }
  await payReferrals(services);
  await count(services, table);
  clock.advance(20 * 60_000);
  // Polls deposits until none is due, as the job would have done all the time.
  for (let polled = 1; polled > 0;) polled = (await pollDeposits(services)).deposits;
  return { services, table, clock, issuer, payments: world.payments, people, operations };
}

/** Copies a history, so that a test can spoil it. */
export function copyOf(history: History): History {
  const table = history.table.clone();
  const world = moneyWorld({ store: (clock) => simulatedStore(table, clock) });
  world.clock.advance(history.clock.now() - world.clock.now());
  for (const [id, card] of history.issuer.cards) world.issuer.cards.set(id, card);
  for (const [id, transfer] of history.issuer.transfers) world.issuer.transfers.set(id, transfer);
  world.issuer.transactions.push(...history.issuer.transactions);
  for (const [id, invoice] of history.payments.invoices) world.payments.invoices.set(id, invoice);
  const { services, clock, issuer, payments } = world;
  return { services, table, clock, issuer, payments, people: history.people, operations: history.operations };
}

/** Counts all records that the stream has delivered by now. */
export async function count(services: Services, table: SimulatedTable): Promise<void> {
  const changes: TableChange[] = [
    ...entitiesIn(table, 'user').map(({ userId }): TableChange => ({ kind: 'user', key: { userId } })),
    ...entitiesIn(table, 'journal').map(({ journalId }): TableChange => ({ kind: 'journal', key: { journalId } })),
    ...entitiesIn(table, 'reward').map(({ refereeId, event }): TableChange => ({
      kind: 'reward',
      key: { refereeId, event },
    })),
  ];
  const quiet = {
    ...services,
    log: {
      ...silentLog,
      error: (...said: Parameters<typeof services.log.error>) => services.log.error(...said),
    },
  };
  for (let at = 0; at < changes.length; at += 100) await countChanges(quiet, changes.slice(at, at + 100));
}

/** Makes a deposit that is paid, wholly or in part, or paid and refunded. */
export async function deposit(
  world: MoneyWorld,
  user: User,
  amountCents: number,
  how: 'refunded' | number = 99,
): Promise<void> {
  const { services, payments } = world;
  const { depositId } = await openDeposit(world, user, amountCents);
  const report = async (changes: Parameters<FakePayments['become']>[1]): Promise<void> => {
    payments.become(depositId, changes);
    const payment = payments.invoices.get(depositId);
    if (payment) await applyFresh(services, depositId, payment);
  };
  const whole = (amountCents / 100).toFixed(2);
  const half = (Math.floor(amountCents / 2) / 100).toFixed(2);
  if (how === 1) await report({ state: 'partly_paid', receivedAmount: half });
  if (how === 1) await report({ state: 'paid_less', isFinal: true, receivedAmount: half });
  else await report({ state: 'paid', isFinal: true, receivedAmount: whole });
  if (how === 'refunded') await report({ state: 'refunded' });
}

export async function load(
  { services, clock }: MoneyWorld,
  user: User,
  card: Card | undefined,
  amountCents: number,
): Promise<void> {
  if (!card) throw new Error('no card');
  const operationId = await requestLoad(services, {
    user,
    cardId: card.cardId,
    requestedCents: cents(amountCents),
    includesFee: false,
    claim: undefined,
  });
  await driveOperation(services, operationId, { untilMs: clock.now() + 5_000 });
}

/** Makes a source of numbers below a bound, the same in every run. */
function draws(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return Math.floor((state / 0x8000_0000) * below);
  };
}
