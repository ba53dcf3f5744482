import type { MovementStatus, Operation } from '#functions/ports/entities.ts';
import { update, type Store, type Write } from '#functions/ports/store.ts';
import { zero } from '#shared/money.ts';
import { totalOf } from '../ledger/movements.ts';

/** The line of an operation in its user's movement list, brought to its end. */
export async function movementEnd(
  store: Store,
  operation: Operation,
  status: Extract<MovementStatus, 'completed' | 'failed'>,
  nowMs: number,
): Promise<readonly Write[]> {
  const movement = await store.get('movement', { userId: operation.userId, subjectId: operation.operationId });
  if (!movement) throw new Error(`${operation.operationId} has no movement`);
  const paidCents = status === 'completed' ? totalOf(operation) : zero;
  return [update('movement', movement, { status, paidCents, updatedAtMs: nowMs })];
}
