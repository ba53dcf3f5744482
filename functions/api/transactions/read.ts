import { transactionRoutes } from '#shared/contract/transactions.ts';
import { describeDeposit } from '#functions/domain/deposits/describe-deposit.ts';
import { refreshDepositOnView } from '#functions/domain/deposits/refresh-deposit-on-view.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** One deposit of the caller's with its timeline. A stranger's does not exist. */
export const handler = endpoint(transactionRoutes, 'transactions.read', async ({ caller, params }, services) =>
  describeDeposit(await refreshDepositOnView(services, { userId: caller.user.userId, depositId: params.id })),
);
