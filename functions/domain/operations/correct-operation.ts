import { formatCents, minus, negate, zero, type Cents } from '#shared/money.ts';
import type { Conclusion, Operation, OperationKind } from '#functions/ports/entities/operations.ts';
import { insert, update } from '#functions/ports/store.ts';
import { dayMs, hourMs } from '#functions/domain/durations.ts';
import { completedLine } from '#functions/domain/activity/completed-line.ts';
import { auditWrite } from '../admin/audit-write.ts';
import { nextCardLine } from '../cards/card-transaction.ts';
import { touched } from '../cards/catch-up-schedule.ts';
import { emptyDeletedCard } from '../cards/empty-deleted-card.ts';
import { cardDescription } from '../cards/card-description.ts';
import { relieved } from '../cards/relieved.ts';
import { loadCorrected, totalOf, withdrawalCorrected } from '#functions/domain/ledger/postings.ts';
import { Posting } from '../ledger/posting.ts';
import { askForCard } from './ask-for-card.ts';
import { cardOf } from './transfer.ts';
import { operationParties } from './operation-end.ts';
import { lateEffectMs, type OperationNeeds, type Verdict } from './operation-steps.ts';
import { stepsOf } from './steps-of.ts';

/** Delay before the issuer is asked again about an operation that a person decided on, in milliseconds. */
const doubtEveryMs = 6 * hourMs;

/** Maximum age of a decided operation that the issuer is asked about, in milliseconds. */
const doubtForMs = 30 * dayMs;

/**
 * True for kinds about which the issuer is still asked after a decision. A registration moves nothing: a cardholder who
 * exists after all is found by the next registration.
 */
const isDoubtable = (kind: OperationKind): boolean => kind !== 'holder_registration';

/**
 * Returns when an operation that a person decided on is asked about next; undefined when it is not asked about, or no
 * longer.
 */
export function nextDoubtAtMs(
  { kind, createdAtMs }: Pick<Operation, 'kind' | 'createdAtMs'>,
  nowMs: number,
): number | undefined {
  return isDoubtable(kind) && nowMs - createdAtMs < doubtForMs ? nowMs + doubtEveryMs : undefined;
}

/**
 * Asks the issuer about an operation that a person decided on. A contradiction is posted as a correction, once; a
 * confirmation ends the questions. Throws WriteConflict when another process changed the operation.
 */
export async function askAfterDecision(
  needs: OperationNeeds,
  operation: Operation,
): Promise<'corrected' | 'confirmed' | 'unknown'> {
  const { decision } = operation;
  if (decision === undefined) throw new Error(`nobody decided on ${operation.operationId}`);
  if (operation.kind === 'card_creation' || operation.kind === 'card_closing') return askForCard(needs, operation);
  const askedAtMs = needs.clock.now();
  const proven = provenBy(await stepsOf(operation.kind).ask(needs, operation), operation, askedAtMs);
  if (proven === undefined) return 'unknown';
  const { isFinal, isPresumed, ...conclusion } = proven;
  const isSame =
    decision.outcome === conclusion.outcome && (isPresumed || decision.movedCents === conclusion.movedCents);
  if (!isSame) {
    await correct(needs, operation, decision, { ...conclusion, atMs: needs.clock.now() });
    return 'corrected';
  }
  if (!isFinal || isPresumed) return 'unknown';
  const nowMs = needs.clock.now();
  await needs.store.commit([update('operation', operation, { dueAtMs: undefined, updatedAtMs: nowMs })]);
  return 'confirmed';
}

type Proven = Pick<Conclusion, 'outcome' | 'movedCents'> & { readonly isFinal: boolean; readonly isPresumed: boolean };

/**
 * Returns the conclusion that the issuer's answer proves, by the rules of a review; undefined when it proves nothing.
 */
function provenBy(found: Verdict, operation: Operation, askedAtMs: number): Proven | undefined {
  const never = { outcome: 'never', movedCents: zero, isPresumed: false } as const;
  switch (found.verdict) {
    case 'happened': {
      const { movedCents = operation.amountCents, isPresumed = false } = found.evidence;
      return { outcome: 'happened', movedCents, isPresumed, isFinal: true };
    }
    case 'failed':
      return { ...never, isFinal: true };
    case 'absent': {
      const isProof = !operation.isAccepted && askedAtMs > operation.lastSubmitAtMs + lateEffectMs;
      return isProof ? { ...never, isFinal: false } : undefined;
    }
    case 'pending':
    case 'unknown':
      return undefined;
  }
}

/** Corrects a wrong decision by one further record beside those of the decision, together with an audit record. */
async function correct(
  needs: OperationNeeds,
  operation: Operation,
  decision: Conclusion,
  correction: Conclusion,
): Promise<void> {
  const { store } = needs;
  const { operationId, userId, kind } = operation;
  const { cardId } = cardOf(operation);
  const { atMs } = correction;
  const { wallet, card } = await operationParties(store, operation);
  const [user, ordered] = await store.getBoth(
    { kind: 'user', key: { userId } },
    { kind: 'movement', key: { userId, subjectId: operationId } },
  );
  if (!user) throw new Error(`no such user: ${userId}`);
  const isLoad = kind === 'card_load';
  const more = minus(correction.movedCents, decision.movedCents);
  const draft = isLoad
    ? loadCorrected({ ...operation, cardId }, wallet, correction.outcome)
    : withdrawalCorrected({ ...operation, cardId }, wallet, {
        fromCents: decision.movedCents,
        toCents: correction.movedCents,
      });
  const onCard = isLoad ? more : negate(more);
  const onBalance = isLoad
    ? correction.outcome === 'happened'
      ? negate(totalOf(operation))
      : totalOf(operation)
    : more;
  const posting = new Posting(atMs, { wallet, card }).post(draft).changeCard(touched(atMs));
  if (card.lifecycle === 'open') posting.changeCard(relieved(card, posting.card.balanceCents, atMs));
  const what = isLoad ? 'load' : 'withdrawal';
  const line = nextCardLine(posting, {
    reference: `${operationId}:corrected`,
    kind: what,
    ...signed(onCard),
    description: `Correction of ${what}`,
    atMs,
  });
  const lineId = needs.random.id('movement', atMs);
  const shown = completedLine({
    userId,
    subjectId: lineId,
    kind: 'adjustment',
    ...signed(onBalance),
    ...posting.balanceAfter,
    email: user.email,
    description: cardDescription(isLoad ? 'Correction of load to' : 'Correction of withdrawal from', card),
    cardId,
    createdAtMs: atMs,
  });
  const rest = await emptyDeletedCard(needs, posting, {
    cause: `${operationId}:corrected`,
    kinds: ['card_closing', 'card_charge'],
    description: cardDescription('Rest of the deleted card', card),
    atMs,
  });
  const reason =
    correction.outcome === 'happened'
      ? 'The card issuer carried it out after all: see the correction in your activity.'
      : 'The card issuer did not carry it out after all: see the correction in your activity.';
  // Logged before the write, so that a process that dies in between has still alerted an operator.
  needs.log.error('the card issuer contradicts a decision on an operation', {
    operationId,
    kind,
    decided: wordsOf(decision),
    reported: wordsOf(correction),
  });
  await store.commit([
    update('operation', operation, { correction, reason, dueAtMs: undefined, updatedAtMs: atMs }),
    ...(await posting.writes(store)),
    insert('cardTransaction', line),
    insert('movement', shown),
    // The order's line no longer says that nothing was charged.
    ...(ordered?.failure === undefined ? [] : [update('movement', ordered, { failure: reason })]),
    ...rest,
    // The owner's notification is made from this record.
    auditWrite(needs, {
      action: 'operation-corrected',
      actorId: 'system',
      subjectId: userId,
      about: operationId,
      before: { kind, outcome: decision.outcome, movedCents: decision.movedCents },
      after: { outcome: correction.outcome, movedCents: correction.movedCents, balanceCents: onBalance },
    }),
  ]);
}

function signed(amount: Cents): { readonly direction: 'credit' | 'debit'; readonly amountCents: Cents } {
  return amount < 0
    ? { direction: 'debit', amountCents: negate(amount) }
    : { direction: 'credit', amountCents: amount };
}

function wordsOf({ outcome, movedCents }: Conclusion): string {
  return outcome === 'happened' ? `happened, ${formatCents(movedCents)}` : 'never';
}
