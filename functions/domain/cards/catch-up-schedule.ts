import type { Card } from '#functions/ports/entities/cards.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Time after the last transaction for which a deleted card's history is read for refunds, in milliseconds. */
const refundsComeForMs = 120 * day;

/**
 * Returns when a card's history is next read at the issuer, for events that no webhook reported. A busy card soon, an
 * idle one once a day, a deleted one for as long as refunds may come: so a million cards are a few reads a second.
 */
export function nextCatchUpAtMs(card: Pick<Card, 'lifecycle' | 'lastActivityAtMs'>, nowMs: number): number | undefined {
  const idleMs = nowMs - card.lastActivityAtMs;
  switch (card.lifecycle) {
    case 'creating':
    case 'failed':
      return undefined;
    case 'deleted':
      return idleMs < refundsComeForMs ? nowMs + day : undefined;
    case 'open':
    case 'retiring':
    case 'closing':
      return nowMs + (idleMs < hour ? 3 * minute : idleMs < day ? hour : day);
  }
}

/** Returns the changes of a card after an event: more may follow, and its webhook may be lost. */
export function touched(nowMs: number): Pick<Card, 'lastActivityAtMs' | 'catchUpAtMs'> {
  return { lastActivityAtMs: nowMs, catchUpAtMs: nowMs + 3 * minute };
}
