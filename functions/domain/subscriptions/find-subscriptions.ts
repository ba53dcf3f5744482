import type { Card, CardTransaction } from '#functions/ports/entities/cards.ts';
import type { Subscription } from '#functions/ports/entities/subscriptions.ts';
import { merchantOf } from '#functions/domain/notifications/notification-words.ts';
import { dayMs } from '#functions/domain/durations.ts';

/** A rhythm of payments: gaps of `fromDays` to `toDays`, seen at least `paymentsMin` times. */
type Cadence = {
  readonly days: number;
  readonly fromDays: number;
  readonly toDays: number;
  readonly paymentsMin: number;
  /** Days after the expected day for which the payment is still waited for. */
  readonly graceDays: number;
};

/** Days of the yearly cadence. Its last payment may be older than the lines that are usually read. */
export const yearDays = 365;

const cadences: readonly Cadence[] = [
  { days: 7, fromDays: 6, toDays: 8, paymentsMin: 3, graceDays: 2 },
  { days: 14, fromDays: 12, toDays: 16, paymentsMin: 3, graceDays: 3 },
  { days: 30, fromDays: 26, toDays: 34, paymentsMin: 3, graceDays: 5 },
  { days: yearDays, fromDays: 355, toDays: 375, paymentsMin: 2, graceDays: 10 },
];

/** Maximum difference between two payments of a subscription, in percent of the later one. */
const differencePercent = 20;

/**
 * Finds the subscriptions among a card's lines: the same merchant, similar sums, a steady cadence, and a next payment
 * that is not long overdue. A merchant with several sums may have several subscriptions; only the one that comes next
 * is returned.
 */
export function findSubscriptions(
  { cardId }: Pick<Card, 'cardId'>,
  lines: readonly CardTransaction[],
  nowMs: number,
): readonly Subscription[] {
  const groups = new Map<string, CardTransaction[]>();
  for (const line of lines.toSorted((a, b) => b.atMs - a.atMs)) {
    if (line.kind !== 'purchase' || line.status !== 'settled') continue;
    const name = nameOf(merchantOf(line));
    groups.set(name, [...(groups.get(name) ?? []), line]);
  }
  return [...groups.values()].flatMap((group) => {
    const found = similarOf(group).flatMap((payments) => subscriptionOf(cardId, payments, nowMs));
    const [next] = found.toSorted((a, b) => a.nextAtMs - b.nextAtMs);
    return next === undefined ? [] : [next];
  });
}

type Payee = Pick<Subscription, 'cardId' | 'merchant'>;

/** True for one subscription, however the issuer writes its merchant: it may differ from one payment to the next. */
export function isSame(one: Payee, other: Payee): boolean {
  return one.cardId === other.cardId && nameOf(one.merchant) === nameOf(other.merchant);
}

function nameOf(merchant: string): string {
  return merchant.toLowerCase();
}

/** Returns when a subscription ends because its payment did not come, in milliseconds since 1970 UTC. */
export function endsAtMs({ nextAtMs, cadenceDays }: Pick<Subscription, 'nextAtMs' | 'cadenceDays'>): number {
  const grace = cadences.find(({ days }) => days === cadenceDays)?.graceDays ?? 0;
  return nextAtMs + grace * dayMs;
}

/** Groups the payments of a merchant, newest first, by similar sums. */
function similarOf(payments: readonly CardTransaction[]): readonly (readonly CardTransaction[])[] {
  const groups: CardTransaction[][] = [];
  for (const payment of payments) {
    const group = groups.find(([newest]) => newest !== undefined && isSimilar(newest, payment));
    if (group) group.push(payment);
    else groups.push([payment]);
  }
  return groups;
}

function isSimilar(newest: CardTransaction, payment: CardTransaction): boolean {
  const difference = Math.abs(newest.amountCents - payment.amountCents);
  return difference * 100 <= newest.amountCents * differencePercent;
}

/**
 * Returns the subscription that payments, newest first, make; empty without a steady cadence up to the newest payment.
 */
function subscriptionOf(
  cardId: Card['cardId'],
  payments: readonly CardTransaction[],
  nowMs: number,
): readonly Subscription[] {
  const [newest] = payments;
  if (newest === undefined) return [];
  for (const cadence of cadences) {
    const run = runOf(payments, cadence);
    if (run.length < cadence.paymentsMin) continue;
    const nextAtMs = nextOf(run, cadence);
    const found = {
      cardId,
      merchant: merchantOf(newest),
      expectedCents: newest.amountCents,
      cadenceDays: cadence.days,
      nextAtMs,
    };
    return endsAtMs(found) > nowMs ? [found] : [];
  }
  return [];
}

/** Returns the payments from the newest back, for as long as their gaps fit a cadence. */
function runOf(payments: readonly CardTransaction[], { fromDays, toDays }: Cadence): readonly CardTransaction[] {
  const broken = payments.findIndex((payment, place) => {
    const later = payments[place - 1];
    if (later === undefined) return false;
    const gapMs = later.atMs - payment.atMs;
    return gapMs < fromDays * dayMs || gapMs > toDays * dayMs;
  });
  return broken === -1 ? payments : payments.slice(0, broken);
}

/** Returns when the next payment of a run, newest first, is expected, in milliseconds since 1970 UTC. */
function nextOf(run: readonly CardTransaction[], { days }: Cadence): number {
  const lastMs = run[0]?.atMs ?? 0;
  if (days < 30) return lastMs + days * dayMs;
  const gapMs = days === 30 ? steadyGapMs(run) : undefined;
  return gapMs === undefined ? byCalendar(lastMs, run, days) : lastMs + gapMs;
}

/**
 * Returns when the next monthly or yearly payment is expected: on its day of the month, or on the last day of a shorter
 * month.
 */
function byCalendar(lastMs: number, run: readonly CardTransaction[], days: number): number {
  const last = new Date(lastMs);
  const months = days === 30 ? 1 : 12;
  const day = Math.max(...run.slice(0, 3).map(({ atMs }) => new Date(atMs).getUTCDate()));
  const year = last.getUTCFullYear();
  const month = last.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const time = lastMs - Date.UTC(year, last.getUTCMonth(), last.getUTCDate());
  return Date.UTC(year, month, Math.min(isPostponed(run) ? last.getUTCDate() : day, lastDay)) + time;
}

/**
 * Returns the gap of payments that come after a fixed number of days (28 or 30, say) instead of monthly, in milliseconds. No gap
 * may differ from it by more than a day, and it must fit the past by half a day better than the calendar. Undefined for
 * monthly payments.
 */
function steadyGapMs(run: readonly CardTransaction[]): number | undefined {
  const pairs = run.slice(0, -1).map(({ atMs }, place) => ({ atMs, beforeMs: run[place + 1]?.atMs ?? atMs }));
  const gapsMs = pairs.map(({ atMs, beforeMs }) => atMs - beforeMs);
  const gapMs = Math.round(total(gapsMs) / gapsMs.length / dayMs) * dayMs;
  const misses = gapsMs.map((each) => Math.abs(each - gapMs));
  if (misses.some((each) => each > dayMs)) return undefined;
  const misfit = total(pairs.map(({ atMs, beforeMs }) => Math.abs(atMs - byCalendar(beforeMs, run, 30))));
  return total(misses) + dayMs / 2 < misfit ? gapMs : undefined;
}

function total(values: readonly number[]): number {
  return values.reduce((all, each) => all + each, 0);
}

/** True when payments vary by days, as around weekends: the newest payment's day is then the best guess. */
function isPostponed(run: readonly CardTransaction[]): boolean {
  const days = run.slice(0, 3).map(({ atMs }) => new Date(atMs).getUTCDate());
  return Math.max(...days) - Math.min(...days) > 3;
}
