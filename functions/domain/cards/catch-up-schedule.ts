import type { Card } from '#functions/ports/entities/cards.ts';
import { dayMs, minuteMs } from '#functions/domain/durations.ts';

/** Time to the first look at a card after something happened, in milliseconds. */
export const soonestMs = 3 * minuteMs;

/** Time after the last transaction for which a deleted card's history is read for refunds, in milliseconds. */
const refundsComeForMs = 120 * dayMs;

/**
 * Returns when a card's history is next read at the issuer, for events that no webhook reported; undefined for never.
 * The delay is three times as long as the card has been idle, from three minutes to a day. That makes five reads in the
 * day after a use, and finds a lost event within three times the time that the card had been idle. A deleted card is
 * read daily while refunds may come.
 */
export function nextCatchUpAtMs(card: Pick<Card, 'lifecycle' | 'lastActivityAtMs'>, nowMs: number): number | undefined {
  const idleMs = nowMs - card.lastActivityAtMs;
  switch (card.lifecycle) {
    case 'creating':
    case 'failed':
      return undefined;
    case 'deleted':
      return idleMs < refundsComeForMs ? nowMs + dayMs : undefined;
    case 'open':
    case 'retiring':
    case 'closing':
      return nowMs + Math.min(Math.max(3 * idleMs, soonestMs), dayMs);
  }
}

/** Returns the changes of a card after an event: more may follow, and its webhook may be lost. */
export function touched(nowMs: number): Pick<Card, 'lastActivityAtMs' | 'catchUpAtMs'> {
  return { lastActivityAtMs: nowMs, catchUpAtMs: nowMs + soonestMs };
}
