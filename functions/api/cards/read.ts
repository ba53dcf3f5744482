import { cardRoutes } from '#shared/contract/cards.ts';
import { describeCardNow } from '#functions/domain/cards/describe-card.ts';
import { visibleCard } from '#functions/domain/cards/visible-card.ts';
import { readSteering } from '#functions/domain/steering/read-steering.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';

/** One card of the caller's. Whose it is stands in its key, so a stranger's is not found. */
export const handler = readEndpoint<'cards.read', Card | undefined>(cardRoutes, 'cards.read', {
  want: ({ userId, params }, services) => {
    // Begun here so that a function's first request waits for its limits no longer than for its session.
    readSteering(services).catch(() => undefined);
    return { kind: 'card', key: { userId, cardId: params.id } };
  },
  answer: async (found, _request, services) => describeCardNow(services, visibleCard(found)),
});
