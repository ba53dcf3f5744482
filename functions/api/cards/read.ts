import { cardRoutes } from '#shared/contract/cards.ts';
import { describeCard } from '#functions/domain/cards/describe-card.ts';
import { visibleCard } from '#functions/domain/cards/visible-card.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** One card of the caller's. Whose it is stands in its key, so a stranger's is not found. */
export const handler = endpoint(cardRoutes, 'cards.read', async ({ caller, params }, { store, clock }) => {
  const card = visibleCard(await store.get('card', { userId: caller.user.userId, cardId: params.id }));
  return describeCard(card, clock.now());
});
