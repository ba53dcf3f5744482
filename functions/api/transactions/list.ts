import { describeMovement } from '#functions/domain/deposits/describe-deposit.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';
import { openPage, pageAnswer } from '#functions/runtime/list-page.ts';

/** The caller's movements, newest first. */
export const handler = endpoint('transactions.list', async ({ caller, query }, services) => {
  const { userId } = caller.user;
  const list = `transactions.list:${userId}`;
  const page = await services.store.listMovements(userId, await openPage(services, list, query));
  return pageAnswer(services, list, {
    path: '/api/transactions',
    limit: query.limit,
    page,
    describe: describeMovement,
  });
});
