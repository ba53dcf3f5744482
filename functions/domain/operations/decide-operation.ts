import { DecisionReason } from '#shared/contract/decision-reason.ts';
import type { Id } from '#shared/ids.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { formatCents, zero, type Cents } from '#shared/money.ts';
import type { Operation, OperationKind } from '#functions/ports/entities/operations.ts';
import { auditWrites } from '../admin/audit-write.ts';
import { update, type Write } from '#functions/ports/store.ts';
import { decidingAdmin, mayDecide } from '../admin/deciding-admin.ts';
import { totalOf } from '#functions/domain/ledger/postings.ts';
import { withRetries } from '../with-retries.ts';
import { release, endedFacts, settle } from './conclude-operation.ts';
import { nextDoubtAtMs } from './correct-operation.ts';
import type { OperationNeeds } from './operation-steps.ts';
import { askInReview } from './review-operation.ts';
import { stepsOf } from './steps-of.ts';

/**
 * Kinds that can be settled without the issuer's word. A new card or cardholder cannot: its data comes only from the
 * issuer.
 */
const settledByDecision: ReadonlySet<OperationKind> = new Set(['card_load', 'card_withdrawal', 'card_closing']);

/** Returns the outcomes that a person may decide for a kind of operation. */
export function outcomesOf(kind: OperationKind): readonly ('happened' | 'never')[] {
  const canHappen = settledByDecision.has(kind);
  const canBeUndone = stepsOf(kind).release !== undefined;
  return [...(canHappen ? (['happened'] as const) : []), ...(canBeUndone ? (['never'] as const) : [])];
}

/** One admin's decision on an operation in review. */
export type OperationDecision = {
  readonly operationId: Id<'operation'>;
  readonly outcome: 'happened' | 'never';
  /** Cents that a withdrawal moved; undefined for the whole amount. */
  readonly movedCents: Cents | undefined;
  readonly reason: string;
  readonly actorId: Id<'user'>;
};

/** An operation as it is after a decision. `endedBy` is undefined while the same decision of another admin is needed. */
export type DecidedOperation = {
  readonly operation: Operation;
  readonly endedBy: 'decision' | 'issuer' | undefined;
};

/**
 * Ends an operation in review by a person's decision, in the same way as by the issuer's word, with an audit record in
 * the same transaction. The issuer is asked first: if it knows the outcome, that counts and the decision is not taken.
 * Above `limits.decisionAloneMaxCents` the first call stores the decision, and the same call of another admin carries
 * it out. A later contradiction by the issuer is handled by correct-operation.ts.
 * Throws AppError NotFound (no such operation), Forbidden (not an admin, or an own account), Conflict (not in review,
 * or the issuer says that it is still at work), ValidationFailed (the outcome, the amount or the reason).
 */
export async function decideOperation(needs: OperationNeeds, decision: OperationDecision): Promise<DecidedOperation> {
  const { operationId, actorId } = decision;
  const endedBy = await withRetries(needs, async () => {
    const operation = await read(needs, operationId);
    await decidingAdmin(needs.store, { actorId, ownerId: operation.userId });
    refuseState(operation);
    refuseTerms(operation, decision);
    const answer = await askInReview(needs, operation);
    if (answer === 'ended') return 'issuer' as const;
    if (answer === 'pending')
      throw new AppError(
        'Conflict',
        'The card issuer says that it is still at work on it. There is nothing to decide yet.',
      );
    const firstId = await firstOfTwo(needs, operation, decision);
    if (firstId === undefined && totalOf(operation) > limits.decisionAloneMaxCents) {
      await propose(needs, operation, decision);
      return undefined;
    }
    await conclude(needs, operation, decision, firstId === undefined ? [actorId] : [firstId, actorId]);
    return 'decision' as const;
  });
  return { operation: await read(needs, operationId), endedBy };
}

/** Returns the other admin who took the same decision before and still may; undefined when there is none. */
async function firstOfTwo(
  { store }: OperationNeeds,
  operation: Operation,
  decision: OperationDecision,
): Promise<Id<'user'> | undefined> {
  const { proposal } = operation;
  if (proposal === undefined || proposal.by === decision.actorId) return undefined;
  if (proposal.outcome !== decision.outcome || proposal.movedCents !== movedBy(operation, decision)) return undefined;
  const first = await store.get('user', { userId: proposal.by });
  return first !== undefined && mayDecide(first) ? proposal.by : undefined;
}

/** Stores the first of two decisions. It changes nothing else; a repeat of it changes nothing, and another first decision replaces it. */
async function propose(needs: OperationNeeds, operation: Operation, decision: OperationDecision): Promise<void> {
  const { outcome, reason, actorId } = decision;
  const movedCents = movedBy(operation, decision);
  const { proposal: last } = operation;
  const isRepeat = last?.by === actorId && last.outcome === outcome && last.movedCents === movedCents;
  if (isRepeat && last.reason === reason) return;
  const proposal = { outcome, movedCents, atMs: needs.clock.now(), by: actorId, reason };
  await needs.store.commit([
    update('operation', operation, { proposal }),
    ...recordOf(needs, 'propose-operation-decision', operation, decision),
  ]);
  needs.log.warn('a decision on an operation waits for a second admin', {
    operationId: operation.operationId,
    outcome,
    actorId,
  });
}

/** Returns the amount that an operation moved according to a decision, in cents; 0 if it never happened. */
function movedBy({ amountCents }: Operation, { outcome, movedCents = amountCents }: OperationDecision): Cents {
  return outcome === 'happened' ? movedCents : zero;
}

function recordOf(
  needs: OperationNeeds,
  action: 'propose-operation-decision' | 'decide-operation',
  operation: Operation,
  decision: OperationDecision,
): readonly Write[] {
  const { outcome, reason, actorId } = decision;
  const { operationId, userId } = operation;
  return auditWrites(needs, {
    action,
    actorId,
    subjectId: userId,
    about: operationId,
    before: endedFacts(operation),
    after: { outcome, ...(outcome === 'happened' ? { movedCents: movedBy(operation, decision) } : {}) },
    reason: reason.trim(),
  });
}

async function conclude(
  needs: OperationNeeds,
  operation: Operation,
  decision: OperationDecision,
  by: readonly Id<'user'>[],
): Promise<void> {
  const { outcome, actorId } = decision;
  const movedCents = movedBy(operation, decision);
  const steps = stepsOf(operation.kind);
  const nowMs = needs.clock.now();
  const records = recordOf(needs, 'decide-operation', operation, decision);
  const conclusion = { outcome, movedCents, atMs: nowMs, by };
  const changes = { decision: conclusion, proposal: undefined, dueAtMs: nextDoubtAtMs(operation, nowMs) };
  const decided = { writes: records, changes };
  if (outcome === 'happened') await settle(needs, steps, operation, { movedCents }, decided);
  else await release(needs, steps, operation, 'We found that it was not carried out. Nothing was charged.', decided);
  needs.log.warn('a person decided on an operation', { operationId: operation.operationId, outcome, actorId });
}

async function read({ store }: OperationNeeds, operationId: Id<'operation'>): Promise<Operation> {
  const operation = await store.get('operation', { operationId });
  if (!operation) throw new AppError('NotFound', 'Operation not found.');
  return operation;
}

function refuseState({ state }: Operation): void {
  if (state === 'review') return;
  throw new AppError(
    'Conflict',
    state === 'settled' || state === 'released'
      ? `This operation has ended: it is ${state}.`
      : 'This operation is not in review: the card issuer is still being asked.',
  );
}

function refuseTerms(operation: Operation, { outcome, movedCents, reason }: OperationDecision): void {
  const invalid = (field: string, message: string): AppError =>
    new AppError('ValidationFailed', message, { fields: { [field]: message } });
  const { kind, amountCents } = operation;
  if (!DecisionReason.safeParse(reason).success)
    throw invalid(
      'reason',
      `A decision needs a reason of 1 to ${limits.decisionReasonMax} characters that can be shown.`,
    );
  if (outcome === 'happened' && !outcomesOf(kind).includes(outcome))
    throw invalid('outcome', 'Only what the card issuer shows can say that this happened.');
  if (outcome === 'never' && !outcomesOf(kind).includes(outcome))
    throw invalid('outcome', 'The owner has what was left on a deleted card: the deletion can only be carried out.');
  if (movedCents !== undefined) {
    const isBounded =
      kind === 'card_withdrawal' ? movedCents >= 1 && movedCents <= amountCents : movedCents === amountCents;
    if (outcome === 'never' || !isBounded)
      throw invalid(
        'movedCents',
        `The amount moved is at most ${formatCents(amountCents)}, and less only for a withdrawal.`,
      );
  }
}
