import { deskRoutes } from '#shared/contract/desk.ts';
import { countDeadLetters, readDesk } from '#functions/domain/desk/read-desk.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';

/** Counts the items that wait for staff, by kind, with the age of the oldest. */
export const handler = readEndpoint(deskRoutes, 'admin.desk', {
  find: (_request, services) => readDesk(services),
  // Looking at a queue hides its messages for a second: done here, once the caller is known to be staff.
  answer: async (desk, _request, services) => ({ ...desk, deadLetters: await countDeadLetters(services) }),
});
