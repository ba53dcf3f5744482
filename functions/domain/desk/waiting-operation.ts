import type * as z from 'zod/mini';
import type { WaitingOperation } from '#shared/contract/desk.ts';
import { limits } from '#shared/limits.ts';
import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import { update } from '#functions/ports/store.ts';
import { auditWrite } from '../admin/audit-write.ts';
import { decidingAdmin } from '../admin/deciding-admin.ts';
import { totalOf } from '../ledger/postings.ts';
import { outcomesOf } from '../operations/decide-operation.ts';
import type { OperationNeeds } from '../operations/operation-steps.ts';
import { askInReview, nextReviewAtMs } from '../operations/review-operation.ts';
import { withRetries } from '../with-retries.ts';

/** Describes an operation in review with its evidence. */
export function describeWaitingOperation(
  operation: Operation,
  addresses: ReadonlyMap<string, string>,
): z.input<typeof WaitingOperation> {
  const { proposal } = operation;
  const iso = (ms: number): string => new Date(ms).toISOString();
  return {
    _id: operation.operationId,
    userId: operation.userId,
    email: addresses.get(operation.userId) ?? null,
    kind: operation.kind,
    cardId: operation.cardId ?? null,
    amount: operation.amountCents,
    fee: operation.feeCents,
    attempts: operation.attempt,
    unresolved: operation.unresolvedAttempts,
    accepted: operation.isAccepted,
    lastSentAt: operation.attempt === 0 ? null : iso(operation.lastSubmitAtMs),
    lastAsk: operation.lastAsk ? { at: iso(operation.lastAsk.atMs), verdict: operation.lastAsk.verdict } : null,
    nextAskAt: operation.dueAtMs === undefined ? null : iso(operation.dueAtMs),
    since: iso(operation.reviewedAtMs ?? operation.updatedAtMs),
    createdAt: iso(operation.createdAtMs),
    outcomes: [...outcomesOf(operation.kind)],
    needsSecond: totalOf(operation) > limits.decisionAloneMaxCents,
    proposal: proposal
      ? {
          outcome: proposal.outcome,
          moved: proposal.movedCents,
          by: proposal.by,
          byEmail: addresses.get(proposal.by) ?? null,
          reason: proposal.reason,
        }
      : null,
  };
}

/**
 * Asks the issuer about an operation in review, for an admin, and records the question. The operation's request is not
 * sent again; the issuer's reply may end the operation, as in the sweep.
 * Throws AppError NotFound, Forbidden, or Conflict when it is not in review.
 */
export async function askAboutOperation(
  needs: OperationNeeds,
  { operationId, actorId }: { readonly operationId: Id<'operation'>; readonly actorId: Id<'user'> },
): Promise<{ readonly verdict: 'ended' | 'pending' | 'unknown'; readonly operation: Operation }> {
  const { store, clock } = needs;
  const read = async (): Promise<Operation> => {
    const operation = await store.get('operation', { operationId });
    if (operation === undefined) throw new AppError('NotFound', 'Operation not found.');
    return operation;
  };
  await withRetries(needs, async () => {
    const operation = await read();
    await decidingAdmin(store, { actorId, ownerId: operation.userId });
    if (operation.state !== 'review') throw new AppError('Conflict', 'This operation is not in review.');
    // Recorded first: the answer may end the operation, and the process may die before it returns.
    await store.commit([
      update('operation', operation, { dueAtMs: nextReviewAtMs(operation, clock.now()) }),
      auditWrite(needs, {
        action: 'ask-operation',
        actorId,
        subjectId: operation.userId,
        about: operationId,
        before: { state: operation.state },
        after: { asked: true },
        reason: undefined,
      }),
    ]);
  });
  const verdict = await withRetries(needs, async () => {
    const operation = await read();
    if (operation.state !== 'review') return 'ended';
    const said = await askInReview(needs, operation);
    if (said !== 'ended')
      await store.commit([update('operation', operation, { lastAsk: { atMs: clock.now(), verdict: said } })]);
    return said;
  });
  return { verdict, operation: await read() };
}

/** Returns the state of an operation that is or was in review. Throws for the states before a review. */
export function reviewedState({ operationId, state }: Operation): 'settled' | 'released' | 'review' {
  if (state === 'reserved' || state === 'submitted') throw new Error(`${operationId} left its review for ${state}`);
  return state;
}
