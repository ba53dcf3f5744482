import { transactionRoutes } from '#shared/contract/transactions.ts';
import { describeDeposit } from '#functions/domain/deposits/describe-deposit.ts';
import { refreshDepositOnView } from '#functions/domain/deposits/refresh-deposit-on-view.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Returns one deposit of the caller with its timeline. Another person's deposit is not found. */
export const handler = endpoint(transactionRoutes, 'transactions.read', async ({ caller, params }, services) =>
  describeDeposit(await refreshDepositOnView(services, { userId: caller.user.userId, depositId: params.id })),
);
