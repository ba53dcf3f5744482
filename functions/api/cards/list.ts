import { describeCard } from '#functions/domain/cards/describe-card.ts';
import { statusOf } from '#functions/domain/cards/visible-card.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** The caller's cards with their limits, newest first. Three at most live at a time, so there is one page. */
export const handler = endpoint('cards.list', async ({ caller, query }, { store, clock }) => {
  const cards = await store.listCards(caller.user.userId);
  return cards
    .filter((card) => statusOf(card) !== 'deleted')
    .slice(0, query.limit)
    .map((card) => describeCard(card, clock.now()));
});
