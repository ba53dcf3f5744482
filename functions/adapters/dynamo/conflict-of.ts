import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import type { EntityKind } from '#functions/ports/entities.ts';
import { WriteConflict, type Conflict, type Write } from '#functions/ports/store.ts';
import { isAfterLoss } from './lost-attempts.ts';

/**
 * Kinds whose change allows a request to the issuer. Two processes may write equal items at the same moment, but only
 * one of them may send its request, so an equal item does not prove that the write was ours.
 */
const fencing: ReadonlySet<EntityKind> = new Set(['operation', 'card']);

/**
 * True when a single write was refused because an earlier attempt of it, whose answer was lost, had succeeded: the item
 * in its way has the checksum of the item to write.
 */
export function hasMetItself(
  thrown: unknown,
  [only]: readonly Write[],
  item: Readonly<Record<string, unknown>> | undefined,
): boolean {
  if (!(thrown instanceof ConditionalCheckFailedException) || !isAfterLoss(thrown)) return false;
  return only !== undefined && !fencing.has(only.kind) && thrown.Item?.['seal']?.S === item?.['seal'];
}

/**
 * Reads which writes DynamoDB refused, by their position. Undefined when no condition of ours failed, or when that
 * cannot be known.
 */
export function conflictOf(thrown: unknown, writes: readonly Write[]): WriteConflict | undefined {
  const [only] = writes;
  if (thrown instanceof TransactionConflictException && only)
    return new WriteConflict([{ kind: only.kind, reason: 'contended' }]);
  if (thrown instanceof ConditionalCheckFailedException && only) {
    // An earlier attempt may have written the item, and another process may have replaced it since.
    return isAfterLoss(thrown) ? undefined : new WriteConflict([{ kind: only.kind, reason: refusalOf(only) }]);
  }
  if (!(thrown instanceof TransactionCanceledException)) return undefined;
  const conflicts = (thrown.CancellationReasons ?? []).flatMap((reason, index): Conflict[] => {
    const write = writes[index];
    if (write === undefined || reason.Code === undefined || reason.Code === 'None') return [];
    const { kind } = write;
    if (reason.Code === 'ConditionalCheckFailed') return [{ kind, reason: refusalOf(write) }];
    if (contention.has(reason.Code)) return [{ kind, reason: 'contended' }];
    return [];
  });
  return conflicts.length > 0 ? new WriteConflict(conflicts) : undefined;
}

function refusalOf({ write }: Write): 'exists' | 'stale' {
  return write === 'insert' || write === 'absent' ? 'exists' : 'stale';
}

/** Reasons that go away by themselves: another transaction was faster, or the partition is busy. */
const contention = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);
