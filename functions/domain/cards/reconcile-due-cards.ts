import { idSchema, type Id } from '#shared/ids.ts';
import type { EventMessage } from '#functions/ports/queue.ts';
import type { Services } from '#functions/ports/services.ts';
import { inParallel } from '#functions/domain/in-parallel.ts';
import { reconcileCardState } from './reconcile-card-state.ts';

const prefix = 'cards:';

/**
 * Returns the message that has a person's due cards brought to the wanted state at once, for work that must not wait
 * for the issuer.
 */
export function dueCardsMessage(userId: Id<'user'>): EventMessage {
  return { version: 1, eventId: `${prefix}${userId}` };
}

/** Returns the owner of the cards that a message of the issuer's queue is about; undefined for any other message. */
export function ownerOfDueCards(eventId: string): Id<'user'> | undefined {
  if (!eventId.startsWith(prefix)) return undefined;
  const userId = idSchema('user').safeParse(eventId.slice(prefix.length));
  return userId.success ? userId.data : undefined;
}

/** Brings a person's due cards to the wanted state. Never throws: a card that fails stays due for the sweeper. */
export async function reconcileDueCards(
  needs: Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'issuer'>,
  userId: Id<'user'>,
): Promise<void> {
  const { store, clock, log } = needs;
  const nowMs = clock.now();
  const cards = await store.listCards(userId).catch(() => []);
  const due = cards.filter(({ dueAtMs }) => dueAtMs !== undefined && dueAtMs <= nowMs);
  await inParallel(
    due,
    Math.max(1, due.length),
    async (card) => void (await reconcileCardState(needs, card)),
    ({ cardId }) => log.warn('card left to the sweeper', { cardId }),
  );
}
