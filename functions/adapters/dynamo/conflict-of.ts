import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import type { EntityKind } from '#functions/ports/entities.ts';
import { WriteConflict, type Conflict, type Write } from '#functions/ports/store.ts';
import { isAfterLoss } from './lost-attempts.ts';

/**
 * Kinds whose change lets a request to the issuer leave. Two processes may make the same change at the same moment, and only
 * one of them may send: an equal item does not say whose it is.
 */
const fencing: ReadonlySet<EntityKind> = new Set(['operation', 'card']);

/**
 * True when a write by itself was refused by its own first attempt, whose answer was lost: what is in its way is what it
 * writes, to the checksum over all fields.
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
 * Reads DynamoDB's reasons by position. Undefined when the failure is not about our conditions, or when it cannot be known
 * whether it is.
 */
export function conflictOf(thrown: unknown, writes: readonly Write[]): WriteConflict | undefined {
  const [only] = writes;
  if (thrown instanceof TransactionConflictException && only)
    return new WriteConflict([{ kind: only.kind, reason: 'contended' }]);
  if (thrown instanceof ConditionalCheckFailedException && only) {
    // An attempt before may have written it, and another process over it.
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
