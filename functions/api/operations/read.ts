import { AppError } from '#shared/errors.ts';
import { describeOperation } from '#functions/domain/cards/describe-card.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** How an operation of the caller's stands. A stranger's does not exist. */
export const handler = endpoint('operations.read', async ({ caller, params }, { store }) => {
  const operation = await store.get('operation', { operationId: params.id });
  const told = operation?.userId === caller.user.userId ? describeOperation(operation) : undefined;
  if (!told) throw new AppError('NotFound', 'There is no such operation.');
  return told;
});
