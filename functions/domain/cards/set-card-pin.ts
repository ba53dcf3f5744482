import type { Id } from '#shared/ids.ts';
import { AppError } from '#shared/errors.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Services } from '#functions/ports/services.ts';
import { visibleCard } from './visible-card.ts';

/**
 * Sets a card's 3DS code at the issuer. The code is stored nowhere, so the outcome of a call without an answer cannot
 * be checked; setting the same code again does no more than setting it once. Throws AppError NotFound, CardNotActive
 * (being created or deleted), ProviderRefused, ProviderUnavailable.
 */
export async function setCardPin(
  { store, issuer, log }: Pick<Services, 'store' | 'issuer' | 'log'>,
  command: { readonly userId: Id<'user'>; readonly cardId: Id<'card'>; readonly pin: string },
): Promise<Card> {
  const { userId, cardId, pin } = command;
  const card = visibleCard(await store.get('card', { userId, cardId }));
  refuseNotOpen(card);
  if (card.issuerCardId === undefined) throw new Error(`${cardId} is open and not known at the issuer`);
  const { outcome, ...answer } = await issuer.setPin({ issuerCardId: card.issuerCardId, pin });
  log.info('card code set', { cardId, userId, outcome });
  switch (outcome) {
    case 'success':
      return card;
    case 'declined':
    case 'fault':
      log.error('issuer does not set a code', { cardId, outcome });
      throw new AppError(
        'ProviderRefused',
        'The card issuer did not accept the new code. The old one is still valid; please contact support.',
      );
    case 'not_processed':
      throw new AppError(
        'ProviderUnavailable',
        'The card issuer is busy right now. The old code is still valid; please try again in a moment.',
        { retryAfterSeconds: 'retryAfterMs' in answer ? Math.max(1, Math.ceil(answer.retryAfterMs / 1_000)) : 3 },
      );
    case 'unknown':
      throw new AppError(
        'ProviderUnavailable',
        'The card issuer did not answer, so either code may be the valid one. Please set the new one again: that is safe.',
        { retryAfterSeconds: 3 },
      );
  }
}

function refuseNotOpen({ lifecycle }: Card): void {
  if (lifecycle === 'open') return;
  throw new AppError(
    'CardNotActive',
    lifecycle === 'creating'
      ? 'The card is still being created.'
      : lifecycle === 'closing'
        ? 'This card is being deleted.'
        : 'This card was deleted.',
  );
}
