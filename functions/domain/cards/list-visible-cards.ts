import type { Id } from '#shared/ids.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Services } from '#functions/ports/services.ts';
import { statusOf } from './visible-card.ts';

/** A user's cards that are not deleted, newest first: three at most. */
export async function listVisibleCards(
  { store }: Pick<Services, 'store'>,
  userId: Id<'user'>,
): Promise<readonly Card[]> {
  const cards = await store.listCards(userId);
  return cards.filter((card) => statusOf(card) !== 'deleted');
}
