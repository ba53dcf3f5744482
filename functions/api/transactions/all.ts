import { describeMovement } from '#functions/domain/deposits/describe-deposit.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';
import { openPage, pageAnswer } from '#functions/runtime/list-page.ts';

/** Everybody's movements, newest first. */
export const handler = endpoint('transactions.all', async ({ query }, services) => {
  const list = 'transactions.all';
  const page = await services.store.listAllMovements(await openPage(services, list, query));
  return pageAnswer(services, list, {
    path: '/api/transactions/all',
    limit: query.limit,
    page,
    describe: describeMovement,
  });
});
