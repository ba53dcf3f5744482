import type { Coin } from '#shared/catalogue.ts';
import { sum, zero, type Cents } from '#shared/money.ts';
import type { JournalRecord } from '#functions/ports/entities/books.ts';
import type { ByCoin, CoinDay, DailyReport, Sums } from '#functions/ports/entities/reports.ts';
import { account, ownerOf } from '#functions/domain/ledger/chart.ts';
import { beginsCredit } from '#functions/domain/ledger/postings.ts';
import { dayOf } from '#functions/domain/statistics/day-of.ts';
import { dayMs } from '#functions/domain/durations.ts';
import { signedDifference, signedSum } from './signed-decimal.ts';

/** The sums of some records of a day. */
export type DayTotals = Pick<DailyReport, 'moved' | 'coins' | 'records'>;

/** The totals of no record. */
export const noTotals: DayTotals = { moved: {}, coins: {}, records: 0 };

const noCoin: CoinDay = {
  deposits: 0,
  creditedCents: zero,
  refundedCents: zero,
  commissionCents: zero,
  received: '0',
  commission: '0',
  paidOut: '0',
};

/**
 * Adds records to the sums of a day. `coinOf` names the coin of the deposit or payout that caused a record. Throws for an
 * account outside the chart.
 */
export function addRecords(
  before: DayTotals,
  records: readonly JournalRecord[],
  coinOf: (record: JournalRecord) => Coin | undefined,
): DayTotals {
  const moved: Record<string, Cents> = { ...before.moved };
  const coins: Partial<Record<Coin, CoinDay>> = { ...before.coins };
  for (const record of records) {
    for (const leg of record.legs) {
      const kind = accountKind(leg.account);
      moved[kind] = sum(moved[kind] ?? zero, leg.amountCents);
    }
    const coin = record.coins?.coin ?? coinOf(record);
    if (coin !== undefined) coins[coin] = addToCoin(coins[coin] ?? noCoin, record);
  }
  return { moved, coins, records: before.records + records.length };
}

function addToCoin(before: CoinDay, record: JournalRecord): CoinDay {
  const { kind, coins } = record;
  const clearing = amountOn(record, account.providerClearing);
  const isPayout = kind === 'treasury_payout';
  return {
    deposits: before.deposits + (beginsCredit(record) ? 1 : 0),
    creditedCents: sum(before.creditedCents, kind === 'deposit_credited' ? clearing : zero),
    refundedCents: sum(before.refundedCents, kind === 'deposit_taken_back' ? (-clearing as Cents) : zero),
    commissionCents: sum(before.commissionCents, kind === 'deposit_commission' ? (-clearing as Cents) : zero),
    received: isPayout ? before.received : signedSum(before.received, coins?.received ?? '0'),
    commission: signedSum(before.commission, coins?.commission ?? '0'),
    paidOut: isPayout ? signedDifference(before.paidOut, coins?.received) : before.paidOut,
  };
}

/** Returns the kind of account under which an account's name is summed. */
export function accountKind(name: string): string {
  const owner = ownerOf(name);
  switch (owner.of) {
    case 'wallet':
      return owner.bucket;
    case 'card':
      return owner.bucket === 'balance' ? 'card' : owner.bucket;
    case 'referral':
      return 'rewards';
    case 'platform':
      return name;
  }
}

/** Returns the sum of amounts, by kind of account. */
export function addSums(...all: readonly Sums[]): Sums {
  const total: Record<string, Cents> = {};
  for (const sums of all)
    for (const [kind, amount] of Object.entries(sums)) total[kind] = sum(total[kind] ?? zero, amount);
  return total;
}

/** Returns the amount of each coin that the provider should hold for us after a day. */
export function coinsAfter(opening: ByCoin<string>, coins: ByCoin<CoinDay>): ByCoin<string> {
  const after: Partial<Record<Coin, string>> = { ...opening };
  for (const [coin, { received, commission, paidOut }] of Object.entries(coins) as [Coin, CoinDay][])
    after[coin] = signedDifference(signedDifference(signedSum(after[coin] ?? '0', received), commission), paidOut);
  return after;
}

function amountOn({ legs }: JournalRecord, name: string): Cents {
  return sum(...legs.filter((leg) => leg.account === name).map((leg) => leg.amountCents));
}

/** Returns the day before a day. */
export function dayBefore(day: string): string {
  return dayOf(Date.parse(day) - dayMs);
}
