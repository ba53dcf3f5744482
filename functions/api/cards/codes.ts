import { cardCodeRoutes } from '#shared/contract/card-codes.ts';
import { liveCodesOf } from '#functions/domain/cards/one-time-codes.ts';
import { visibleCard } from '#functions/domain/cards/visible-card.ts';
import { answer } from '#functions/runtime/answer.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';

/**
 * Returns the one-time codes of a card of the caller. They are of no use without the card's number, so no proof of
 * presence is asked for.
 */
export const handler = readEndpoint(cardCodeRoutes, 'cards.codes', {
  find: ({ userId, params }, { store }) => store.get('card', { userId, cardId: params.id }),
  answer: async (found, _request, services) =>
    answer(await liveCodesOf(services, visibleCard(found)), { headers: { 'cache-control': 'no-store, private' } }),
});
