import { cardRoutes } from '#shared/contract/cards.ts';
import { describeTile } from '#functions/domain/cards/describe-card.ts';
import { listVisibleCards } from '#functions/domain/cards/list-visible-cards.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';
import { cutPage, openPage, pageAnswer } from '#functions/runtime/list-page.ts';

/** Lists the caller's cards as tiles, newest first. */
export const handler = readEndpoint(cardRoutes, 'cards.tiles', {
  find: async ({ userId, query }, services) => {
    const list = `cards.tiles:${userId}`;
    const [asked, cards] = await Promise.all([openPage(services, list, query), listVisibleCards(services, userId)]);
    return { list, page: cutPage(cards, asked, ({ cardId }) => cardId) };
  },
  answer: async ({ list, page }, { query }, services) => {
    const nowMs = services.clock.now();
    return pageAnswer(services, list, {
      path: '/api/cards/list',
      limit: query.limit,
      page,
      describe: (card) => describeTile(card, nowMs),
    });
  },
});
