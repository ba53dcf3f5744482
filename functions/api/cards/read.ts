import { cardRoutes } from '#shared/contract/cards.ts';
import { describeCard } from '#functions/domain/cards/describe-card.ts';
import { visibleCard } from '#functions/domain/cards/visible-card.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';

/** One card of the caller's. Whose it is stands in its key, so a stranger's is not found. */
export const handler = readEndpoint<'cards.read', Card | undefined>(cardRoutes, 'cards.read', {
  want: ({ userId, params }) => ({ kind: 'card', key: { userId, cardId: params.id } }),
  answer: async (found, _request, { clock }) => describeCard(visibleCard(found), clock.now()),
});
