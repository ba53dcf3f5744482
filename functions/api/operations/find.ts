import { findOutcome } from '#functions/domain/idempotency/find-outcome.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';

/** What became of a request of the caller's whose answer was lost. Reads and changes nothing. */
export const handler = readEndpoint('operations.find', {
  find: ({ userId, query }, services) => findOutcome(services, { userId, routeId: query.call, key: query.key }),
  answer: async (outcome) => outcome,
});
