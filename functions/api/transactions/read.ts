import { describeDeposit } from '#functions/domain/deposits/describe-deposit.ts';
import { lookAtDeposit } from '#functions/domain/deposits/look-at-deposit.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** One deposit of the caller's with its timeline. A stranger's does not exist. */
export const handler = endpoint('transactions.read', async ({ caller, params }, services) =>
  describeDeposit(await lookAtDeposit(services, { userId: caller.user.userId, depositId: params.id })),
);
