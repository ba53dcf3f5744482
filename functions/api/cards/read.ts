import { cardRoutes } from '#shared/contract/cards.ts';
import { describeCardNow } from '#functions/domain/cards/describe-card.ts';
import { visibleCard } from '#functions/domain/cards/visible-card.ts';
import { readSteering } from '#functions/domain/steering/read-steering.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';

/** Returns one card of the caller. The owner is part of the card's key, so another person's card is not found. */
export const handler = readEndpoint<'cards.read', Card | undefined>(cardRoutes, 'cards.read', {
  want: ({ userId, params }, services) => {
    // Read together with the session, so that a function's first request waits no longer for the card's limits.
    readSteering(services).catch(() => undefined);
    return { kind: 'card', key: { userId, cardId: params.id } };
  },
  answer: async (found, _request, services) => describeCardNow(services, visibleCard(found)),
});
