import { operationRoutes } from '#shared/contract/operations.ts';
import { AppError } from '#shared/errors.ts';
import { describeOperation } from '#functions/domain/cards/describe-card.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';

/** Returns the state of an operation of the caller. Another person's operation is not found. */
export const handler = readEndpoint<'operations.read', Operation | undefined>(operationRoutes, 'operations.read', {
  want: ({ params }) => ({ kind: 'operation', key: { operationId: params.id } }),
  answer: async (operation, { caller }, { store, clock }) => {
    const isOwn = operation?.userId === caller.user.userId;
    const isWaiting = operation?.kind === 'card_load' && operation.dueAtMs !== undefined;
    const { userId, cardId } = operation ?? {};
    const card = isOwn && isWaiting && userId && cardId ? await store.get('card', { userId, cardId }) : undefined;
    const reply = isOwn ? describeOperation(operation, card, clock.now()) : undefined;
    if (!reply) throw new AppError('NotFound', 'Operation not found.');
    return reply;
  },
});
