import type { Operation } from '#functions/ports/entities/operations.ts';
import { update, type Store, type Write } from '#functions/ports/store.ts';
import { zero, type Cents } from '#shared/money.ts';

/** The end of an operation, as its user's activity list shows it. */
export type ActivityEnd =
  | { readonly status: 'completed'; readonly paidCents: Cents }
  | { readonly status: 'failed'; readonly paidCents?: never };

/** The line of an operation in its user's activity list, brought to its end. */
export async function activityEnd(
  store: Store,
  operation: Operation,
  { status, paidCents = zero }: ActivityEnd,
  nowMs: number,
): Promise<readonly Write[]> {
  const line = await store.get('movement', { userId: operation.userId, subjectId: operation.operationId });
  if (!line) throw new Error(`${operation.operationId} has no activity line`);
  return [update('movement', line, { status, paidCents, updatedAtMs: nowMs })];
}
