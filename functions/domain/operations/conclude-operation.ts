import { zero, type Cents } from '#shared/money.ts';
import type { AuditRecord } from '#functions/ports/entities/audit.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import { update, WriteConflict, type Write } from '#functions/ports/store.ts';
import { auditWrite } from '../admin/audit-write.ts';
import type { Evidence, OperationNeeds, OperationSteps, Settlement } from './operation-steps.ts';

/** Returns the facts of an operation for the audit record of its end. */
export function endedFacts({ state, kind, amountCents, feeCents, startedBy }: Operation): AuditRecord['before'] {
  return { state, kind, amountCents, feeCents, ...(startedBy === undefined ? {} : { isAutomatic: true }) };
}

/** Additions to an operation's end by a person's decision, in the same transaction. */
export type Decided = {
  readonly writes: readonly Write[];
  readonly changes: Pick<Operation, 'decision' | 'proposal' | 'dueAtMs'>;
};

/**
 * Settles an operation by the issuer's evidence, or by a person's decision (`decided`). Returns 0: its driver need not
 * wait. Throws WriteConflict when another process moved the operation.
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
 * Releases the hold of an operation, for a reason in words for the cardholder. As `settle` otherwise. Throws for an
 * operation that cannot be undone.
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
  // The owner's activity line shows the reason.
  const writes = await effectsOn(needs, operation, () => undo(needs, { ...operation, reason }, nowMs));
  await conclude(needs, operation, { state: 'released', reason, movedCents: zero }, { writes }, decided);
  return 0;
}

/**
 * Returns the effects of an end, computed from a fresh read of wallet and card. When another process has just ended the
 * operation, its hold is gone and no posting can be made: that is only a lost race. Throws WriteConflict then.
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
 * Commits the end of an operation and all its effects in one transaction, unless another process moved the operation.
 * The end of a review has an audit record: the decision's own, or one of the issuer's word. So has an order of a person
 * that fails after its request was answered with 202, because its owner is notified by that record.
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
  const isReviewed = operation.state === 'review';
  const hasRecord = decided === undefined && (isReviewed || (state === 'released' && isLeft(operation)));
  const effects = [
    ...writes,
    ...(decided?.writes ?? []),
    ...(hasRecord ? [endRecord(needs, operation, { state, reason, movedCents })] : []),
  ];
  await needs.store.commit([update('operation', operation, ended), ...effects]);
  needs.log.info(`operation ${state}`, {
    operationId: operation.operationId,
    kind: operation.kind,
    attempt: operation.attempt,
  });
}

/**
 * True for a person's load or withdrawal whose request did not wait for its end: its line is listed as pending by
 * then.
 */
function isLeft({ kind, line, startedBy }: Operation): boolean {
  return (kind === 'card_load' || kind === 'card_withdrawal') && line === undefined && startedBy === undefined;
}

function endRecord(needs: OperationNeeds, operation: Operation, { state, reason, movedCents }: End): Write {
  return auditWrite(needs, {
    action: 'operation-ended',
    actorId: 'system',
    subjectId: operation.userId,
    about: operation.operationId,
    before: endedFacts(operation),
    after: {
      outcome: state === 'settled' ? 'happened' : 'never',
      movedCents,
      ...(reason === undefined ? {} : { why: reason }),
    },
  });
}
