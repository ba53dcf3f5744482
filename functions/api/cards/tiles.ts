import { describeTile } from '#functions/domain/cards/describe-card.ts';
import { statusOf } from '#functions/domain/cards/visible-card.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** The caller's cards as tiles, newest first. Three at most live at a time, so there is one page. */
export const handler = endpoint('cards.tiles', async ({ caller, query }, { store }) => {
  const cards = await store.listCards(caller.user.userId);
  return cards
    .filter((card) => statusOf(card) !== 'deleted')
    .slice(0, query.limit)
    .map(describeTile);
});
