import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { WriteConflict, type Conflict, type Write } from '#functions/ports/store.ts';

/** Reads DynamoDB's reasons by position. Undefined when the failure is not about our conditions. */
export function conflictOf(thrown: unknown, writes: readonly Write[]): WriteConflict | undefined {
  if (!(thrown instanceof TransactionCanceledException)) return undefined;
  const conflicts = (thrown.CancellationReasons ?? []).flatMap((reason, index): Conflict[] => {
    const write = writes[index];
    if (write === undefined || reason.Code === undefined || reason.Code === 'None') return [];
    const { kind } = write;
    if (reason.Code === 'ConditionalCheckFailed')
      return [{ kind, reason: write.write === 'insert' || write.write === 'absent' ? 'exists' : 'stale' }];
    if (contention.has(reason.Code)) return [{ kind, reason: 'contended' }];
    return [];
  });
  return conflicts.length > 0 ? new WriteConflict(conflicts) : undefined;
}

/** Reasons that go away by themselves: another transaction was faster, or the partition is busy. */
const contention = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);
