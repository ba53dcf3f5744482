import type * as z from 'zod/mini';
import type { RequestOutcome } from '#shared/contract/operations.ts';
import type { Id } from '#shared/ids.ts';
import { describeOperation } from '#functions/domain/cards/describe-card.ts';
import type { Services } from '#functions/ports/services.ts';
import { keyHashOf } from './claim.ts';
import { refusalIn } from './stored-answer.ts';

type Outcome = z.input<typeof RequestOutcome>;

const none: Outcome = { outcome: 'none', operation: null, message: null };

function isOperationId(id: string | undefined): id is Id<'operation'> {
  return id?.startsWith('op_') === true;
}

/**
 * Reads the outcome of a request by its idempotency key: from the key's claim and the operation that the request
 * started. The key of another person counts as unused.
 */
export async function findOutcome(
  { store }: Pick<Services, 'store'>,
  asked: { readonly userId: Id<'user'>; readonly routeId: string; readonly key: string },
): Promise<Outcome> {
  const { userId, routeId, key } = asked;
  const claim = await store.get('claim', { userId, routeId, keyHash: keyHashOf(key) });
  if (claim === undefined) return none;
  const message = refusalIn(claim.response);
  if (message !== undefined) return { outcome: 'refused', operation: null, message };
  const { subjectId } = claim;
  const operation = isOperationId(subjectId) ? await store.get('operation', { operationId: subjectId }) : undefined;
  return {
    outcome: 'taken',
    operation: (operation && describeOperation(operation, undefined, operation.updatedAtMs)) ?? null,
    message: null,
  };
}
