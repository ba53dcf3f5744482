import type { ReplyOf } from '#shared/contract/index.ts';
import { cents, formatCents, minus, sum, type Cents } from '#shared/money.ts';

/** A payment that comes again. */
export type Subscription = ReplyOf<'subscriptions.list'>[number];

const dayMs = 24 * 60 * 60_000;

/** Minimum load that is offered, in cents: nobody wants to pay a fee of a dollar to load less than one. */
const offeredMinCents = 100;

/** When a payment is expected, in words, by the person's calendar: `today`, `in 3 days`, `any day now`. */
export function whenWords({ nextAt }: Pick<Subscription, 'nextAt'>, nowMs: number): string {
  const startOf = (atMs: number): number => new Date(atMs).setHours(0, 0, 0, 0);
  // Rounded: where the clocks change, a day has 23 or 25 hours.
  const days = Math.round((startOf(Date.parse(nextAt)) - startOf(nowMs)) / dayMs);
  return ['any day now', 'today', 'tomorrow'][Math.max(0, days + 1)] ?? `in ${days} days`;
}

/** `Netflix $15.49 in 3 days`. */
export function renewalWords(subscription: Subscription, nowMs: number): string {
  return `${subscription.merchant} ${formatCents(subscription.expectedCents)} ${whenWords(subscription, nowMs)}`;
}

/** The amount to load for a payment that the card lacks money for; undefined when there is enough. */
export function loadFor({ shortByCents }: Pick<Subscription, 'shortByCents'>): Cents | undefined {
  return shortByCents > 0 ? cents(Math.max(shortByCents, offeredMinCents)) : undefined;
}

/** The end of a mute: past the next payment that is to come, so that the one after it is announced again. */
export function muteEnd({ nextAt, cadenceDays }: Pick<Subscription, 'nextAt' | 'cadenceDays'>, nowMs: number): string {
  const nextMs = Date.parse(nextAt);
  return new Date(nextMs + (nextMs > nowMs ? 1 : cadenceDays + 1) * dayMs).toISOString();
}

/** Returns the payments of the next days. */
export function withinDays(subscriptions: readonly Subscription[], days: number, nowMs: number) {
  return subscriptions.filter(({ nextAt }) => Date.parse(nextAt) - nowMs < days * dayMs);
}

/** Days ahead for which the payments of a card are added up. */
export const togetherDays = 30;

/**
 * The sum of a card's payments of the next 30 days, and what to load for all of them. Undefined where one line says it all:
 * for less than two payments, and for a card with enough on it.
 */
export function togetherShort(
  subscriptions: readonly Subscription[],
  balance: Cents,
  nowMs: number,
): { readonly count: number; readonly sumCents: Cents; readonly missing: Cents } | undefined {
  const next = withinDays(subscriptions, togetherDays, nowMs);
  const sumCents = sum(...next.map(({ expectedCents }) => expectedCents));
  const missing = loadFor({ shortByCents: minus(sumCents, balance) });
  return next.length < 2 || missing === undefined ? undefined : { count: next.length, sumCents, missing };
}
