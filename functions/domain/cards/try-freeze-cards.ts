import type { Id } from '#shared/ids.ts';
import type { Services } from '#functions/ports/services.ts';
import { failureMessage } from '#functions/domain/failure-text.ts';
import { dueCardsMessage } from './reconcile-due-cards.ts';

/**
 * Has the due freezes of a person's cards carried out at the issuer within seconds. Never throws: without it the
 * sweeper does so within a minute.
 */
export async function tryFreezeCards(
  { issuerEvents, log }: Pick<Services, 'log'> & Partial<Pick<Services, 'issuerEvents'>>,
  userId: Id<'user'>,
): Promise<void> {
  try {
    await issuerEvents?.send(dueCardsMessage(userId));
  } catch (thrown) {
    log.warn('cards left to the sweeper', { userId, detail: failureMessage(thrown) });
  }
}
