import type { Id } from '#shared/ids.ts';
import type { ActivityLine } from '#functions/ports/entities/books.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import { totalOf } from '#functions/domain/ledger/postings.ts';
import { call, person, type Break } from '#functions/domain/reconciliation/break.ts';
import { isFromBalance, type BelievedOperation } from '#functions/domain/reconciliation/books/believed-operations.ts';
import type { Books } from '#functions/domain/reconciliation/books/read-books.ts';
import { dayMs } from '#functions/domain/durations.ts';

/** Maximum age of an open operation, in milliseconds. Its own deadline is a day. */
const openAtMostMs = 25 * 60 * 60_000;

/** Delay before an open operation without a due time counts as stuck, in milliseconds: it may be changing just now. */
const forgottenAfterMs = 10 * 60_000;

/**
 * Time for which a decision that the issuer contradicted is a break, in milliseconds: long enough for a person to see
 * it.
 */
const contradictionReportMs = 7 * dayMs;

/** Checks that operations and their activity lines agree with the books, and that no operation is forgotten. */
export function checkOperations(
  books: Pick<Books, 'user' | 'cards' | 'operations' | 'activity'>,
  believed: readonly BelievedOperation[],
  nowMs: number,
): readonly Break[] {
  const { userId } = books.user;
  const breaks: Break[] = [];
  const report = (found: Omit<Break, 'ownerId' | 'part'> & { readonly part?: Break['part'] }): void =>
    void breaks.push({ part: 'internal', ownerId: userId, ...found });
  for (const [operationId, operation] of books.operations) {
    if (operation !== undefined) continue;
    const line = books.activity.get(operationId);
    report({
      class: 'GAP',
      subject: operationId,
      cents: 0 - (line?.amountCents ?? 0),
      atMs: line?.createdAtMs ?? nowMs,
      evidence: { gone: 'operation' },
      proposal: person('restore the operation from the point-in-time backup'),
    });
  }
  for (const { operation, end, reservedCents, isCorrected } of believed) {
    const { operationId, kind, state, cardId } = operation;
    // Without its card, a withdrawal cannot be judged; the missing card is reported.
    if (!isFromBalance(kind) && !books.cards.some((card) => card.cardId === cardId)) continue;
    const says = state === 'settled' || state === 'released' ? state : 'open';
    const facts = { subject: operationId, atMs: operation.updatedAtMs };
    if (says !== end) {
      report({
        ...facts,
        class: 'STATE',
        cents: totalOf(operation),
        evidence: { kind, is: state, books: end },
        proposal: person(`set its state to what the books say: ${end}`),
      });
    } else if (end === 'open' && isStuck(operation, nowMs)) {
      report({
        ...facts,
        part: 'liveness',
        class: 'STUCK',
        cents: totalOf(operation),
        evidence: { kind, state },
        proposal: state === 'review' ? person('ask the issuer, and decide') : call('driveOperation', operationId),
      });
    }
    if ((operation.correction !== undefined) !== isCorrected) {
      report({
        ...facts,
        class: 'STATE',
        cents: totalOf(operation),
        evidence: { kind, correction: operation.correction?.outcome, books: String(isCorrected) },
        proposal: person('find out who changed the operation; the record of its correction is what counts'),
      });
    }
    const contradictedAtMs = operation.correction?.atMs ?? operation.contradictedAtMs;
    if (contradictedAtMs !== undefined && nowMs - contradictedAtMs < contradictionReportMs) {
      const { decision, correction } = operation;
      report({
        subject: operationId,
        class: 'DECISION',
        cents: 0,
        atMs: contradictedAtMs,
        evidence: { kind, decided: decision?.outcome, by: decision?.by.join(), corrected: correction?.outcome },
        proposal: person('find out how the decision came about, and tell the cardholder; the books are right again'),
      });
    }
    const isSameAmount = reservedCents === totalOf(operation);
    if (!isSameAmount) {
      report({
        ...facts,
        class: 'AMOUNT',
        cents: totalOf(operation) - (reservedCents ?? 0),
        evidence: { kind, says: totalOf(operation), reserved: reservedCents },
        proposal: person('find out who changed the operation; what was set aside is what counts'),
      });
    }
    const line = books.activity.get(operationId);
    // The operation's request still drives it, or has just died: the line is listed with the next step.
    if (line === undefined && operation.line !== undefined && end === 'open') continue;
    const wrong = wrongOf(line, end, isSameAmount ? operation : undefined);
    if (wrong !== undefined || line?.userId !== userId) {
      report({
        ...facts,
        class: 'MOVEMENT',
        cents: wrong?.cents ?? 0,
        evidence: { kind, cardId, fromBalance: String(isFromBalance(kind)), ...wrong?.evidence },
        proposal: person('write the line of the activity list again from the operation'),
      });
    }
  }
  const registration = wrongRegistration(books, nowMs);
  if (registration) report(registration);
  return breaks;
}

/**
 * Checks the registration with the issuer, which moves no money: a profile has a cardholder if and only if its
 * registration settled.
 */
function wrongRegistration(
  { user, operations }: Pick<Books, 'user' | 'operations'>,
  nowMs: number,
): (Omit<Break, 'ownerId' | 'part'> & Partial<Pick<Break, 'part'>>) | undefined {
  const { userId, holderId, registrationId } = user;
  const operation = registrationId && operations.get(registrationId);
  if (!operation) return undefined;
  const { operationId: subject, kind, state, updatedAtMs: atMs } = operation;
  const found = { class: 'STATE', cents: 0, atMs } as const;
  if (state !== 'settled' && holderId !== undefined) {
    const proposal = person('set it to settled: the profile names the holder that it made');
    return { ...found, subject, evidence: { kind, is: state, holder: holderId }, proposal };
  }
  if (state === 'settled' && (holderId === undefined || holderId !== (operation.holderId ?? holderId))) {
    const proposal = person('ask the issuer for the holder of this person, and let the profile name it');
    return { ...found, subject: `${userId}:user`, evidence: { is: holderId, made: operation.holderId }, proposal };
  }
  if (state === 'settled' || state === 'released' || !isStuck(operation, nowMs)) return undefined;
  const proposal = state === 'review' ? person('ask the issuer, and decide') : call('driveOperation', subject);
  return { ...found, part: 'liveness', class: 'STUCK', subject, evidence: { kind, state }, proposal };
}

function isStuck({ state, dueAtMs, createdAtMs, updatedAtMs }: BelievedOperation['operation'], nowMs: number): boolean {
  if (nowMs - createdAtMs > openAtMostMs) return true;
  // A review waits for a person, and is reported after a day.
  return state !== 'review' && dueAtMs === undefined && nowMs - updatedAtMs > forgottenAfterMs;
}

const statuses: Readonly<Record<BelievedOperation['end'], ActivityLine['status'] | undefined>> = {
  settled: 'completed',
  released: 'failed',
  open: 'pending',
  both: undefined,
};

/** Returns the error in the line that shows an operation; undefined for a right line. */
function wrongOf(
  line: ActivityLine | undefined,
  end: BelievedOperation['end'],
  operation: Operation | undefined,
): { readonly cents: number; readonly evidence: Break['evidence'] } | undefined {
  const amountCents = operation && totalOf(operation);
  if (line === undefined) return { cents: -(amountCents ?? 0), evidence: { gone: 'movement' } };
  // The owner gets the card's money at once; only the card is still to be closed.
  const status = operation?.isCredited ? 'completed' : statuses[end];
  if (status !== undefined && line.status !== status) return { cents: 0, evidence: { is: line.status, books: status } };
  if (amountCents !== undefined && line.amountCents !== amountCents)
    return { cents: line.amountCents - amountCents, evidence: { is: line.amountCents, books: amountCents } };
  if (operation !== undefined && line.feeCents !== operation.feeCents) {
    const evidence = { what: 'fee', shows: line.feeCents, books: operation.feeCents };
    return { cents: line.feeCents - operation.feeCents, evidence };
  }
  // The issuer decides the amount of a withdrawal, so only amounts that the balance paid are known here.
  const paidCents = end === 'settled' ? amountCents : 0;
  if (operation === undefined || paidCents === undefined || !isFromBalance(operation.kind)) return undefined;
  return line.paidCents === paidCents
    ? undefined
    : {
        cents: line.paidCents - paidCents,
        evidence: { what: 'paid', shows: line.paidCents, books: paidCents },
      };
}

/** Returns the operations of a person that are open on a card. */
export function openOn(believed: readonly BelievedOperation[], cardId: Id<'card'>): readonly BelievedOperation[] {
  return believed.filter(({ operation, end }) => operation.cardId === cardId && end === 'open');
}
