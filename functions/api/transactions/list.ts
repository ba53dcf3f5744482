import { describeMovement } from '#functions/domain/deposits/describe-deposit.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';
import { openPage, pageAnswer } from '#functions/runtime/list-page.ts';

/** The caller's movements, newest first. A page may be short of the deposits that were canceled. */
export const handler = endpoint('transactions.list', async ({ caller, query }, services) => {
  const { userId } = caller.user;
  const list = `transactions.list:${userId}`;
  const { items, cursor } = await services.store.listMovements(userId, await openPage(services, list, query));
  const page = { items: items.filter(({ isHidden }) => isHidden !== true), cursor };
  return pageAnswer(services, list, {
    path: '/api/transactions',
    limit: query.limit,
    page,
    describe: describeMovement,
  });
});
