import { cardRoutes } from '#shared/contract/cards.ts';
import { describeCard } from '#functions/domain/cards/describe-card.ts';
import { listVisibleCards } from '#functions/domain/cards/list-visible-cards.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';
import { cutPage, openPage, pageAnswer } from '#functions/runtime/list-page.ts';

/** The caller's cards with their limits, newest first. */
export const handler = endpoint(cardRoutes, 'cards.list', async ({ caller, query }, services) => {
  const { userId } = caller.user;
  const list = `cards.list:${userId}`;
  const asked = await openPage(services, list, query);
  const nowMs = services.clock.now();
  return pageAnswer(services, list, {
    path: '/api/cards',
    limit: query.limit,
    page: cutPage(await listVisibleCards(services, userId), asked, ({ cardId }) => cardId),
    describe: (card) => describeCard(card, nowMs),
  });
});
