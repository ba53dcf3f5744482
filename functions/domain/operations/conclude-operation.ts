import { zero, type Cents } from '#shared/money.ts';
import type { AuditRecord } from '#functions/ports/entities/audit.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import { update, WriteConflict, type Write } from '#functions/ports/store.ts';
import { auditWrite } from '../admin/audit-write.ts';
import type { Evidence, OperationNeeds, OperationSteps, Settlement } from './operation-steps.ts';

/** An operation in review as the audit record of its end has it. */
export function reviewedFacts({ kind, amountCents, feeCents, startedBy }: Operation): AuditRecord['before'] {
  return { state: 'review', kind, amountCents, feeCents, ...(startedBy === undefined ? {} : { isAutomatic: true }) };
}

/** The additions of a person's decision to the end, in the same transaction. */
export type Decided = {
  readonly writes: readonly Write[];
  readonly changes: Pick<Operation, 'decision' | 'proposal' | 'dueAtMs'>;
};

/**
 * Settles an operation by what the issuer showed, or a person `decided`. Returns 0: its driver need not wait. Throws
 * WriteConflict when another process moved it.
 */
export async function settle(
  needs: OperationNeeds,
  steps: OperationSteps,
  operation: Operation,
  evidence: Evidence,
  decided?: Decided,
): Promise<number> {
  const nowMs = needs.clock.now();
  const effects = await effectsOn(needs, operation, () => steps.settle(needs, operation, evidence, nowMs));
  const { movedCents = operation.amountCents } = evidence;
  const end = { state: 'settled', reason: undefined, movedCents } as const;
  await conclude(needs, operation, end, effects, decided);
  await steps.afterSettled?.(needs, operation);
  return 0;
}

/**
 * Releases what an operation holds, for a reason in words for the cardholder. As `settle` otherwise. Throws for an
 * operation that has no way back.
 */
export async function release(
  needs: OperationNeeds,
  steps: OperationSteps,
  operation: Operation,
  reason: string,
  decided?: Decided,
): Promise<number> {
  const nowMs = needs.clock.now();
  const undo = steps.release;
  if (!undo) throw new Error(`${operation.operationId} cannot be released: a ${operation.kind} has no way back`);
  // Its owner's line says why.
  const writes = await effectsOn(needs, operation, () => undo(needs, { ...operation, reason }, nowMs));
  await conclude(needs, operation, { state: 'released', reason, movedCents: zero }, { writes }, decided);
  return 0;
}

/**
 * The changes of an end, as `compute` makes them from a fresh read of wallet and card. When another process has just
 * ended the operation its hold is gone from there, and no posting can be made of it: that is a lost race and nothing
 * worse. Throws WriteConflict then.
 */
async function effectsOn<Effects>(
  { store }: OperationNeeds,
  { operationId, version }: Operation,
  compute: () => Promise<Effects>,
): Promise<Effects> {
  try {
    return await compute();
  } catch (thrown) {
    const now = await store.get('operation', { operationId });
    if (now?.version === version) throw thrown;
    throw new WriteConflict([{ kind: 'operation', reason: 'stale' }]);
  }
}

type End = {
  readonly state: 'settled' | 'released';
  readonly reason: string | undefined;
  readonly movedCents: Cents;
};

/**
 * The end: the operation and everything that it changes, in one transaction, if nobody has moved it since. That of a review
 * has an audit record: the decision's own, or one of what the issuer said.
 */
async function conclude(
  needs: OperationNeeds,
  operation: Operation,
  { state, reason, movedCents }: End,
  { writes, changes }: Settlement,
  decided: Decided | undefined,
): Promise<void> {
  const nowMs = needs.clock.now();
  const own = {
    ...changes,
    state,
    reason,
    line: undefined,
    dueAtMs: undefined,
    unresolvedAttempts: 0,
    updatedAtMs: nowMs,
  };
  const ended = { ...own, ...decided?.changes };
  const isReviewed = operation.state === 'review' && decided === undefined;
  const effects = [
    ...writes,
    ...(decided?.writes ?? []),
    ...(isReviewed ? [endRecord(needs, operation, state, movedCents)] : []),
  ];
  await needs.store.commit([update('operation', operation, ended), ...effects]);
  needs.log.info(`operation ${state}`, {
    operationId: operation.operationId,
    kind: operation.kind,
    attempt: operation.attempt,
  });
}

function endRecord(needs: OperationNeeds, operation: Operation, state: End['state'], movedCents: Cents): Write {
  return auditWrite(needs, {
    action: 'operation-ended',
    actorId: 'system',
    subjectId: operation.userId,
    about: operation.operationId,
    before: reviewedFacts(operation),
    after: { outcome: state === 'settled' ? 'happened' : 'never', movedCents },
  });
}
