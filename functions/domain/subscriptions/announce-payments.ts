import { sum } from '#shared/money.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Subscription } from '#functions/ports/entities/subscriptions.ts';
import type { NotifiedEvent } from '#functions/domain/notifications/events-of-change.ts';
import { notificationWords as words } from '#functions/domain/notifications/notification-words.ts';
import { shortByOf } from './short-by-of.ts';

const dayMs = 24 * 60 * 60_000;

/** Days ahead at which a payment is announced. */
const daysAhead = [3, 1] as const;

/** The longest of them, in milliseconds. */
const aheadMs = Math.max(...daysAhead) * dayMs;

/** The times at which a payment is announced. */
export function announcedAtMs({ nextAtMs }: Pick<Subscription, 'nextAtMs'>): readonly number[] {
  return daysAhead.map((days) => nextAtMs - days * dayMs);
}

/**
 * Announces the payments that are due for it, one event per card. It names every payment of the same day (UTC) with it;
 * and every payment of the next three days where the card has too little for all of them. Returns the subscriptions in
 * their order, each noting the days ahead of its announcement. A muted one is noted and not named.
 */
export function announcePayments(
  subscriptions: readonly Subscription[],
  cards: readonly Card[],
  nowMs: number,
): { readonly found: readonly Subscription[]; readonly events: readonly NotifiedEvent[] } {
  const noted = new Map<Subscription, number>();
  const events = cards.flatMap((card) => {
    const ahead = subscriptions.filter(({ cardId, nextAtMs }) => cardId === card.cardId && nowMs < nextAtMs);
    const due = ahead.filter((each) => dueDays(each, nowMs) !== undefined);
    for (const each of due) noted.set(each, dueDays(each, nowMs) ?? Infinity);
    const heard = ahead.filter(({ mutedUntilMs = 0 }) => mutedUntilMs <= nowMs);
    const first = heard.filter((each) => due.includes(each)).toSorted((a, b) => a.nextAtMs - b.nextAtMs)[0];
    if (first === undefined) return [];
    const sameDay = heard.filter((each) => {
      const others = due.filter((other) => heard.includes(other) && dayOf(other.nextAtMs) === dayOf(each.nextAtMs));
      // A payment later that day is announced with these, and not once more a few hours later.
      if (others.length > 0) noted.set(each, Math.min(...others.map((other) => dueDays(other, nowMs) ?? Infinity)));
      return others.length > 0;
    });
    const near = heard.filter((each) => sameDay.includes(each) || each.nextAtMs - nowMs <= aheadMs);
    const named = shortByOf(card, togetherOf(near)) > 0 ? near : sameDay;
    return [eventOf(card, first, named, nowMs)];
  });
  const found = subscriptions.map((each) => {
    const days = noted.get(each);
    return days === undefined ? each : { ...each, notifiedDays: days };
  });
  return { found, events };
}

/** The event of a card's payments. Its id is of the first one that is due, so that a lost note announces nothing again. */
function eventOf(card: Card, first: Subscription, named: readonly Subscription[], nowMs: number): NotifiedEvent {
  const { cardId, userId } = card;
  const { merchant, nextAtMs } = first;
  const days = dueDays(first, nowMs) ?? 0;
  const payments = named
    .toSorted((a, b) => a.nextAtMs - b.nextAtMs)
    .map((each) => ({ ...each, days: dayOf(each.nextAtMs) - dayOf(nowMs) }));
  return {
    eventId: `renewal:${cardId}:${merchant}:${nextAtMs}:${days}`,
    userId,
    kind: 'renewal',
    atMs: nextAtMs - days * dayMs,
    link: `/cards/${cardId}`,
    ...words.renewal(card, payments, shortByOf(card, togetherOf(named))),
  };
}

/** The days ahead for which a payment is to be announced now; undefined when it is not, or was already. */
function dueDays({ nextAtMs, notifiedDays = Infinity }: Subscription, nowMs: number): number | undefined {
  const days = daysAhead.findLast((each) => nowMs >= nextAtMs - each * dayMs);
  return days === undefined || days >= notifiedDays ? undefined : days;
}

function dayOf(atMs: number): number {
  return Math.floor(atMs / dayMs);
}

function togetherOf(payments: readonly Subscription[]): Pick<Subscription, 'expectedCents'> {
  return { expectedCents: sum(...payments.map(({ expectedCents }) => expectedCents)) };
}
