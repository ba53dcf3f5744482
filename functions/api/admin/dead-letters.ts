import { deadLetterRoutes } from '#shared/contract/dead-letters.ts';
import { readDeadLetters } from '#functions/domain/dead-letters/read-dead-letters.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Lists the queues with their number of dead letters, and a sample of each. */
export const handler = endpoint(deadLetterRoutes, 'admin.dead-letters', (_request, services) =>
  readDeadLetters(services),
);
