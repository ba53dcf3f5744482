import { AppError } from '#shared/errors.ts';
import { describeDeposit } from '#functions/domain/deposits/describe-deposit.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** One deposit of the caller's with its timeline. A stranger's does not exist. */
export const handler = endpoint('transactions.read', async ({ caller, params }, { store }) => {
  const deposit = await store.get('deposit', { depositId: params.id });
  if (deposit?.userId !== caller.user.userId) throw new AppError('NotFound', 'There is no such deposit.');
  return describeDeposit(deposit);
});
