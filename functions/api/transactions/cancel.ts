import { transactionRoutes } from '#shared/contract/transactions.ts';
import { cancelDeposit } from '#functions/domain/deposits/cancel-deposit.ts';
import { describeDeposit } from '#functions/domain/deposits/describe-deposit.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Hides an unpaid deposit of the caller's. Money that comes late still counts. */
export const handler = endpoint(transactionRoutes, 'transactions.cancel', async ({ caller, params }, services) =>
  describeDeposit(await cancelDeposit(services, { userId: caller.user.userId, depositId: params.id })),
);
