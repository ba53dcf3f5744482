import { describeCardTransaction } from '#functions/domain/cards/describe-card.ts';
import { lookAtCard } from '#functions/domain/cards/look-at-card.ts';
import { readCardHistory } from '#functions/domain/cards/read-card-history.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** One page of a card's history, from our own store: the issuer's rate limit is no reader's concern. */
export const handler = endpoint('cards.transactions', async ({ caller, params, query }, services) => {
  const key = { userId: caller.user.userId, cardId: params.id };
  const card = query.page_no === 1 ? await lookAtCard(services, key) : undefined;
  const { lines, meta } = await readCardHistory(services, { ...key, page: query.page_no, card });
  return { transactions: lines.map(describeCardTransaction), meta };
});
