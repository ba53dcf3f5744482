import { operationRoutes } from '#shared/contract/operations.ts';
import { AppError } from '#shared/errors.ts';
import { describeOperation } from '#functions/domain/cards/describe-card.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** The state of an operation of the caller. A stranger's does not exist. */
export const handler = endpoint(operationRoutes, 'operations.read', async ({ caller, params }, { store, clock }) => {
  const operation = await store.get('operation', { operationId: params.id });
  const isOwn = operation?.userId === caller.user.userId;
  const isWaiting = operation?.kind === 'card_load' && operation.dueAtMs !== undefined;
  const { userId, cardId } = operation ?? {};
  const card = isOwn && isWaiting && userId && cardId ? await store.get('card', { userId, cardId }) : undefined;
  const reply = isOwn ? describeOperation(operation, card, clock.now()) : undefined;
  if (!reply) throw new AppError('NotFound', 'Operation not found.');
  return reply;
});
