import type { Coin } from '#shared/catalogue.ts';
import { sum, zero, type Cents } from '#shared/money.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import type { ByCoin } from '#functions/ports/entities/reports.ts';
import type { Services } from '#functions/ports/services.ts';
import { dayMs } from '#functions/domain/durations.ts';
import { parseSigned, signedDifference, signedSum } from './signed-decimal.ts';
import type { Figures } from './tie-out.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'log' | 'issuer' | 'payments'>;

/** Time ahead within which every open item is due, in milliseconds. */
const aheadMs = 30 * dayMs;

/** Maximum number of due operations, and of due deposits, that are read, per shard. */
const openMax = 2_500;

/**
 * Reads the work under way, then the providers' own figures. Work that ends between the two reads counts as in transit,
 * so it is never missed.
 */
export async function readFigures({ store, clock, log, issuer, payments }: Needs): Promise<Omit<Figures, 'rates'>> {
  const nowMs = clock.now();
  const [operations, inTransit, due] = await Promise.all([
    store.listDueOperations(nowMs + aheadMs, openMax),
    store.listDepositsInTransit(),
    // Finds those in transit that were stored before they had a list. The next read at the provider, within a day, adds
    // each to it.
    store.listDueDeposits(nowMs + aheadMs, openMax),
  ]);
  const deposits = new Map([...due, ...inTransit].map((deposit) => [deposit.depositId, deposit]));
  const atMs = clock.now();
  const [float, balances] = await Promise.all([issuer.readFloat(), payments.readBalances()]);
  for (const answer of [float, balances])
    if (answer.outcome !== 'success') log.warn('figures not read', { outcome: answer.outcome, detail: answer.detail });
  return {
    atMs,
    floatCents: float.outcome === 'success' ? float.value : undefined,
    leavingCents: sumOf(operations, ['card_load', 'card_creation']),
    comingCents: sumOf(operations, ['card_withdrawal', 'card_closing']),
    coins: balances.outcome === 'success' ? balances.value : undefined,
    locked: byCoin([...deposits.values()], ({ state, coin, booked }) =>
      state === 'locked' && booked
        ? [booked.coin ?? coin, signedDifference(booked.received, booked.commission)]
        : undefined,
    ),
    returning: byCoin([...deposits.values()], ({ state, coin, booked }) =>
      state === 'refunding' && booked ? [booked.coin ?? coin, booked.received] : undefined,
    ),
    arriving: byCoin([...deposits.values()], ({ state, coin, receivedAmount, payerAmount, unbooked, booked }) => {
      if (unbooked) return [unbooked.coin, unbooked.received];
      // Some of a payment that is being sent back, or could not be, may never have been booked: it was not read while
      // it was paid.
      if ((state === 'refunding' || state === 'refund_failed') && receivedAmount !== undefined) {
        const rest = signedDifference(receivedAmount, booked?.received);
        return parseSigned(rest) > 0n ? [booked?.coin ?? coin, rest] : undefined;
      }
      return state === 'confirming' || state === 'partly_paid' ? [coin, receivedAmount ?? payerAmount] : undefined;
    }),
  };
}

function sumOf(operations: readonly Operation[], kinds: readonly Operation['kind'][]): Cents {
  const open = operations.filter(
    ({ kind, state }) => kinds.includes(kind) && state !== 'settled' && state !== 'released',
  );
  return open.reduce<Cents>((total, { amountCents }) => sum(total, amountCents), zero);
}

function byCoin(
  deposits: readonly Deposit[],
  amountOf: (deposit: Deposit) => readonly [coin: Coin, amount: string | undefined] | undefined,
): ByCoin<string> {
  const amounts: Partial<Record<Coin, string>> = {};
  for (const deposit of deposits) {
    const [coin, amount] = amountOf(deposit) ?? [];
    if (coin !== undefined && amount !== undefined) amounts[coin] = signedSum(amounts[coin] ?? '0', amount);
  }
  return amounts;
}
