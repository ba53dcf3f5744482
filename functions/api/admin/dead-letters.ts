import { deadLetterRoutes } from '#shared/contract/dead-letters.ts';
import { readDeadLetters } from '#functions/domain/dead-letters/read-dead-letters.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Messages that were set aside, by queue, with a sample. */
export const handler = endpoint(deadLetterRoutes, 'admin.dead-letters', (_request, services) =>
  readDeadLetters(services),
);
