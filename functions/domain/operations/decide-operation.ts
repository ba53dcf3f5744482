import type { Id } from '#shared/ids.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { formatCents, zero, type Cents } from '#shared/money.ts';
import type { Operation, OperationKind } from '#functions/ports/entities/operations.ts';
import { auditWrite } from '../admin/audit-write.ts';
import { decidingAdmin } from '../admin/deciding-admin.ts';
import { totalOf } from '#functions/domain/ledger/postings.ts';
import { withRetries } from '../with-retries.ts';
import { release, settle } from './conclude-operation.ts';
import { nextDoubtAtMs } from './correct-operation.ts';
import type { OperationNeeds } from './operation-steps.ts';
import { askInReview } from './review-operation.ts';
import { stepsOf } from './steps-of.ts';

/**
 * Kinds that can be settled without the issuer's word: a card or a cardholder can only be taken over from what it
 * shows.
 */
const settledByDecision: ReadonlySet<OperationKind> = new Set(['card_load', 'card_withdrawal', 'card_closing']);

/** A person's decision on an operation in review. */
export type OperationDecision = {
  readonly operationId: Id<'operation'>;
  readonly outcome: 'happened' | 'never';
  /** Cents that a withdrawal moved; undefined for the whole amount. */
  readonly movedCents: Cents | undefined;
  readonly reason: string;
  readonly actorId: Id<'user'>;
  /** A second admin, needed above $200. */
  readonly secondActorId: Id<'user'> | undefined;
};

/**
 * Ends an operation in review by a person's decision, through the same conclusion as the issuer's word, with an audit
 * record in the same transaction. The issuer is asked first: if it knows the outcome, that counts and the decision is
 * not taken. Contrary word of the issuer at a later time is handled by correct-operation.ts. Returns the operation as
 * it then is, and what ended it. Throws AppError NotFound (no such operation), Forbidden (not an admin, or an own
 * account), Conflict (not in review, or the issuer says that it is still at work), ValidationFailed (the amount, the
 * reason, or the second admin).
 */
export async function decideOperation(
  needs: OperationNeeds,
  decision: OperationDecision,
): Promise<{ readonly operation: Operation; readonly endedBy: 'decision' | 'issuer' }> {
  const { operationId, actorId, secondActorId } = decision;
  const deciders = [actorId, ...(secondActorId === undefined ? [] : [secondActorId])];
  const endedBy = await withRetries(needs, async () => {
    const operation = await read(needs, operationId);
    for (const deciderId of deciders)
      await decidingAdmin(needs.store, { actorId: deciderId, ownerId: operation.userId });
    refuseState(operation);
    refuseTerms(operation, decision);
    const answer = await askInReview(needs, operation);
    if (answer === 'ended') return 'issuer' as const;
    if (answer === 'pending')
      throw new AppError(
        'Conflict',
        'The card issuer says that it is still at work on it. There is nothing to decide yet.',
      );
    await conclude(needs, operation, decision, deciders);
    return 'decision' as const;
  });
  return { operation: await read(needs, operationId), endedBy };
}

async function conclude(
  needs: OperationNeeds,
  operation: Operation,
  decision: OperationDecision,
  deciders: readonly Id<'user'>[],
): Promise<void> {
  const { outcome, movedCents = operation.amountCents, reason, actorId } = decision;
  const steps = stepsOf(operation.kind);
  // A record for each admin: who searches the records of one finds what the two decided.
  const records = deciders.map((deciderId) =>
    auditWrite(needs, {
      action: 'decide-operation',
      actorId: deciderId,
      subjectId: operation.userId,
      about: operation.operationId,
      before: {
        state: 'review',
        kind: operation.kind,
        amountCents: operation.amountCents,
        feeCents: operation.feeCents,
      },
      after: { outcome, ...(outcome === 'happened' ? { movedCents } : {}) },
      reason,
    }),
  );
  const nowMs = needs.clock.now();
  const conclusion = { outcome, movedCents: outcome === 'happened' ? movedCents : zero, atMs: nowMs, by: deciders };
  const changes = { decision: conclusion, dueAtMs: nextDoubtAtMs(operation, nowMs) };
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

function refuseTerms(
  operation: Operation,
  { outcome, movedCents, reason, actorId, secondActorId }: OperationDecision,
): void {
  const invalid = (field: string, message: string): AppError =>
    new AppError('ValidationFailed', message, { fields: { [field]: message } });
  const { kind, amountCents } = operation;
  if (reason.trim() === '' || reason.length > limits.decisionReasonMax)
    throw invalid('reason', `A decision needs a reason of 1 to ${limits.decisionReasonMax} characters.`);
  if (outcome === 'happened' && !settledByDecision.has(kind))
    throw invalid('outcome', 'Only what the card issuer shows can say that this happened.');
  if (outcome === 'never' && stepsOf(kind).release === undefined)
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
  if (totalOf(operation) <= limits.decisionAloneMaxCents) return;
  if (secondActorId === undefined || secondActorId === actorId)
    throw invalid('secondActorId', `Above ${formatCents(limits.decisionAloneMaxCents)} two different admins decide.`);
}
