import type { Id } from '#shared/ids.ts';
import { AppError } from '#shared/errors.ts';
import type { CardSecrets } from '#functions/ports/card-issuer.ts';
import type { Services } from '#functions/ports/services.ts';
import { visibleCard } from './visible-card.ts';

/**
 * Reads a card's secrets at the issuer for its owner. That it was done is logged, what was read is not.
 * Throws AppError NotFound, CardNotActive, ProviderRefused, ProviderUnavailable.
 */
export async function revealCard(
  { store, issuer, clock, log }: Pick<Services, 'store' | 'issuer' | 'clock' | 'log'>,
  query: { readonly userId: Id<'user'>; readonly cardId: Id<'card'> },
): Promise<CardSecrets> {
  const card = visibleCard(await store.get('card', query));
  if (card.lifecycle !== 'open' || card.issuerCardId === undefined) {
    throw new AppError(
      'CardNotActive',
      card.lifecycle === 'creating' ? 'The card is still being created.' : 'This card was deleted, or is about to be.',
    );
  }
  // The issuer answers the same card once every three seconds; a person who clicks twice need not know.
  const untilMs = clock.now() + 7_000;
  for (;;) {
    const found = await issuer.reveal(card.issuerCardId);
    log.info('card revealed', { cardId: card.cardId, userId: query.userId, outcome: found.outcome });
    if (found.outcome === 'success') return found.value;
    if (found.outcome === 'declined' || found.outcome === 'fault') {
      log.error('issuer does not show a card', { cardId: card.cardId, outcome: found.outcome });
      throw new AppError('ProviderRefused', 'The card issuer does not show this card. Please contact support.');
    }
    if (found.outcome !== 'not_processed' || clock.now() + 3_200 > untilMs) break;
    await clock.sleep(3_200);
  }
  throw new AppError('ProviderUnavailable', 'The card issuer did not answer. Please try again in a moment.', {
    retryAfterSeconds: 3,
  });
}
