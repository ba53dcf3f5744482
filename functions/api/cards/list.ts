import { cardRoutes } from '#shared/contract/cards.ts';
import { describeCard } from '#functions/domain/cards/describe-card.ts';
import { listVisibleCards } from '#functions/domain/cards/list-visible-cards.ts';
import { readSteering } from '#functions/domain/steering/read-steering.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';
import { cutPage, openPage, pageAnswer } from '#functions/runtime/list-page.ts';

/** Lists the caller's cards with their limits, newest first. */
export const handler = readEndpoint(cardRoutes, 'cards.list', {
  find: async ({ userId, query }, services) => {
    const list = `cards.list:${userId}`;
    const [asked, cards, steering] = await Promise.all([
      openPage(services, list, query),
      listVisibleCards(services, userId),
      readSteering(services),
    ]);
    return { list, page: cutPage(cards, asked, ({ cardId }) => cardId), steering };
  },
  answer: async ({ list, page, steering }, { query }, services) => {
    const nowMs = services.clock.now();
    return pageAnswer(services, list, {
      path: '/api/cards',
      limit: query.limit,
      page,
      describe: (card) => describeCard(card, nowMs, steering),
    });
  },
});
