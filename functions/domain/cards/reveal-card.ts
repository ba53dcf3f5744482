import type { Id } from '#shared/ids.ts';
import { AppError } from '#shared/errors.ts';
import type { CardSecrets } from '#functions/ports/card-issuer.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Services } from '#functions/ports/services.ts';
import { unchanged, type Write } from '#functions/ports/store.ts';
import { auditWrite } from '../admin/audit-write.ts';
import { quotaWrites, takenWrites, tooManyRequests } from '../auth/quota.ts';
import { commitForRetry, withRetries } from '#functions/domain/with-retries.ts';
import { hourMs } from '#functions/domain/durations.ts';
import { refuseLockedCard } from './account-lock.ts';
import { visibleCard } from './visible-card.ts';

/** Maximum number of times that a card's secrets are shown in any hour. */
const revealsMax = 5;

/** Delay before the issuer is asked again for a card that it showed just now, in milliseconds. */
const turnMs = 3_200;

/**
 * Reads a card's secrets at the issuer for its owner. They leave only after the audit record of it is stored; the
 * secrets are stored and logged nowhere. Throws AppError NotFound, AccountLocked, CardNotActive, TooManyRequests,
 * ProviderRefused, ProviderUnavailable.
 */
export async function revealCard(
  needs: Pick<Services, 'store' | 'issuer' | 'clock' | 'random' | 'log'>,
  query: { readonly userId: Id<'user'>; readonly cardId: Id<'card'> },
): Promise<CardSecrets> {
  const { store, issuer, clock, log } = needs;
  const quota = { counterId: `reveals:${query.cardId}`, max: revealsMax, windowMs: hourMs, isSliding: true } as const;
  const [found, counter] = await store.getBoth(
    { kind: 'card', key: query },
    { kind: 'rateCounter', key: { counterId: quota.counterId } },
  );
  const card = visibleCard(found);
  refuseLockedCard(card);
  if (card.lifecycle !== 'open' || card.issuerCardId === undefined) {
    throw new AppError(
      'CardNotActive',
      card.lifecycle === 'creating' ? 'The card is still being created.' : 'This card is deleted or being deleted.',
    );
  }
  takenWrites([quota], [counter], clock.now());
  // The issuer reveals the same card once in three seconds; a second click waits instead of failing. Of many at once
  // those without a turn are refused with TooManyRequests: the issuer is not at fault.
  const untilMs = clock.now() + 7_000;
  for (;;) {
    const shown = await issuer.reveal(card.issuerCardId);
    log.info('card revealed', { cardId: card.cardId, userId: query.userId, outcome: shown.outcome });
    if (shown.outcome === 'success') {
      // Counted in the write: of ten at once five get through.
      await withRetries(needs, async () => {
        // A lock may have been set since: the card is read and checked again.
        const now = visibleCard(await store.get('card', query));
        refuseLockedCard(now);
        await commitForRetry(store, [
          ...(await quotaWrites(needs, [quota])),
          unchanged('card', query, now),
          revealedWrite(needs, now),
        ]);
      });
      return shown.value;
    }
    if (shown.outcome === 'declined' || shown.outcome === 'fault') {
      log.error('issuer does not show a card', { cardId: card.cardId, outcome: shown.outcome });
      throw new AppError('ProviderRefused', 'The card issuer does not show this card. Please contact support.');
    }
    if (shown.outcome !== 'not_processed') break;
    if (clock.now() + turnMs > untilMs) {
      if (shown.isTooOften) throw tooManyRequests(turnMs, 'This card was shown a moment ago. Please try again.');
      break;
    }
    await clock.sleep(turnMs);
  }
  throw new AppError('ProviderUnavailable', 'The card issuer did not answer. Please try again in a moment.', {
    retryAfterSeconds: 3,
  });
}

function revealedWrite(needs: Pick<Services, 'clock' | 'random'>, { userId, cardId }: Card): Write {
  return auditWrite(needs, {
    action: 'card-reveal',
    actorId: userId,
    subjectId: userId,
    about: cardId,
    before: {},
    after: {},
    reason: undefined,
  });
}
