import { operationRoutes } from '#shared/contract/operations.ts';
import { findOutcome } from '#functions/domain/idempotency/find-outcome.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';

/** Finds the outcome of the caller's request whose reply was lost. Changes nothing. */
export const handler = readEndpoint(operationRoutes, 'operations.find', {
  find: ({ userId, query }, services) => findOutcome(services, { userId, routeId: query.call, key: query.key }),
  answer: async (outcome) => outcome,
});
