import { cardRoutes } from '#shared/contract/cards.ts';
import { describeTile } from '#functions/domain/cards/describe-card.ts';
import { listVisibleCards } from '#functions/domain/cards/list-visible-cards.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';
import { cutPage, openPage, pageAnswer } from '#functions/runtime/list-page.ts';

/** The caller's cards as tiles, newest first. */
export const handler = endpoint(cardRoutes, 'cards.tiles', async ({ caller, query }, services) => {
  const { userId } = caller.user;
  const list = `cards.tiles:${userId}`;
  const asked = await openPage(services, list, query);
  return pageAnswer(services, list, {
    path: '/api/cards/list',
    limit: query.limit,
    page: cutPage(await listVisibleCards(services, userId), asked, ({ cardId }) => cardId),
    describe: (card) => describeTile(card, services.clock.now()),
  });
});
