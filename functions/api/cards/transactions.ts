import { cardRoutes } from '#shared/contract/cards.ts';
import { describeCardTransaction } from '#functions/domain/cards/describe-card.ts';
import { refreshCardOnView } from '#functions/domain/cards/refresh-card-on-view.ts';
import { readCardHistory } from '#functions/domain/cards/read-card-history.ts';
import { visibleCard } from '#functions/domain/cards/visible-card.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';

/** Returns one page of a card's history. It is read from our own store, so the issuer's rate limit never delays it. */
export const handler = readEndpoint(cardRoutes, 'cards.transactions', {
  find: ({ userId, params }, { store }) => store.get('card', { userId, cardId: params.id }),
  answer: async (found, { query }, services) => {
    const card = visibleCard(found);
    const current = query.page_no === 1 ? await refreshCardOnView(services, card) : card;
    const { lines, meta } = await readCardHistory(services, { card: current, page: query.page_no });
    const cardUpdatedAt = new Date(current.updatedAtMs).toISOString();
    return { transactions: lines.map(describeCardTransaction), meta: { ...meta, cardUpdatedAt } };
  },
});
