import { sum } from '#shared/money.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Subscription } from '#functions/ports/entities/subscriptions.ts';
import type { NotifiedEvent } from '#functions/domain/notifications/notified-event.ts';
import { notificationWords as words } from '#functions/domain/notifications/notification-words.ts';
import { dayMs } from '#functions/domain/durations.ts';
import { shortByOf } from './short-by-of.ts';

/** Days ahead at which a payment is announced. */
const daysAhead = [3, 1] as const;

/** The longest time ahead at which a payment is announced, in milliseconds. */
const aheadMs = Math.max(...daysAhead) * dayMs;

/** Returns the times at which a payment is announced, in milliseconds since 1970 UTC. */
export function announcedAtMs({ nextAtMs }: Pick<Subscription, 'nextAtMs'>): readonly number[] {
  return daysAhead.map((days) => nextAtMs - days * dayMs);
}

/**
 * Announces payments whose announcement is due, in one event per card. The event also names the other payments of the
 * same days (UTC), or all of the next three days if the card has too little for them. Returns all subscriptions in
 * their order; announced ones note the days ahead. A muted subscription is noted and not named.
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

/**
 * Returns the event of a card's payments. Its id is made of the first due payment, so a repeat after a lost note
 * announces nothing twice.
 */
function eventOf(card: Card, first: Subscription, named: readonly Subscription[], nowMs: number): NotifiedEvent {
  const { cardId, userId } = card;
  const { merchant, nextAtMs } = first;
  const days = dueDays(first, nowMs) ?? 0;
  const payments = named.toSorted((a, b) => a.nextAtMs - b.nextAtMs);
  return {
    eventId: `renewal:${cardId}:${merchant}:${nextAtMs}:${days}`,
    userId,
    kind: 'renewal',
    atMs: nextAtMs - days * dayMs,
    link: `/cards/${cardId}`,
    ...words.renewal(card, payments, shortByOf(card, togetherOf(named))),
  };
}

/**
 * Returns the number of days ahead for which a payment is to be announced now; undefined when it is not, or was
 * already.
 */
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
