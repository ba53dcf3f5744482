import type { Services } from '#functions/ports/services.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { update, WriteConflict } from '#functions/ports/store.ts';
import { failureMessage } from '#functions/domain/failure-text.ts';
import { catchUpCard } from './catch-up-card.ts';
import { visibleCard } from './visible-card.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'issuer'>;

/** Minimum time between two questions to the issuer because the owner opened the page, in milliseconds. */
const askEveryMs = 30_000;

/**
 * Brings a card's history up to date for its owner, who is looking at it. Asks the issuer at most once in thirty
 * seconds; without an answer, the owner sees what we know. Takes the card as it was just read, and returns it as it
 * then is. Throws AppError NotFound when it is gone by then.
 */
export async function refreshCardOnView(needs: Needs, card: Card): Promise<Card> {
  const { store, clock, log } = needs;
  const nowMs = clock.now();
  const key = { userId: card.userId, cardId: card.cardId };
  if (card.issuerCardId === undefined || nowMs < card.askedAtMs + askEveryMs) return card;
  try {
    // Noted before the call: of two tabs only one asks.
    await store.commit([update('card', card, { askedAtMs: nowMs })]);
  } catch (thrown) {
    // Another process changed the card just now: its news is a second away.
    if (!(thrown instanceof WriteConflict)) throw thrown;
    return visibleCard(await store.get('card', key));
  }
  try {
    await catchUpCard(needs, key, undefined, { isPatient: false });
  } catch (thrown) {
    log.warn('card not caught up', {
      cardId: key.cardId,
      detail: failureMessage(thrown),
    });
  }
  return visibleCard(await store.get('card', key));
}
