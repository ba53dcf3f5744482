import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import { limits } from '#shared/limits.ts';
import type { Case, CaseMessage } from '#functions/ports/entities/cases.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, unchanged, update, type Store, type Write } from '#functions/ports/store.ts';
import { auditWrites, type AuditNeeds } from '#functions/domain/admin/audit-write.ts';
import { minuteMs } from '#functions/domain/durations.ts';
import { commitForRetry, withRetries } from '#functions/domain/with-retries.ts';
import { findPayment, namesOf } from './find-payment.ts';
import { accountStaysOpen, giveUpPlace, takePlace } from './open-cases.ts';
import { foreignCase, ownCase } from './read-case.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random'>;

/** Time in which the newest message, sent again, is a request whose answer was lost, in milliseconds. */
const repeatedWithinMs = 10 * minuteMs;

/**
 * Adds a cardholder's message, which puts the case before our team again, or opens a closed one again. A repeat of the
 * newest message is not stored again.
 * Throws AppError NotFound, Conflict (another case about the payment is open, or the case is full), TooManyCases.
 */
export async function writeToCase(
  needs: Needs,
  message: { readonly userId: Id<'user'>; readonly caseId: Id<'case'>; readonly text: string },
): Promise<Case> {
  const { store, clock } = needs;
  return withRetries(needs, async () => {
    const found = await ownCase(store, message);
    const nowMs = clock.now();
    if (await isRepeat(store, found, { state: 'waiting', authorId: message.userId, text: message.text }, nowMs))
      return found;
    // A case that waits keeps its place in the order of waiting.
    const sinceMs = found.state === 'waiting' ? found.sinceMs : nowMs;
    const { writes = [], ...changes } = found.state === 'closed' ? await reopened(store, found) : {};
    return commit(store, [
      messageWrite(found, { from: 'cardholder', authorId: message.userId, text: message.text, atMs: nowMs }),
      ...writes,
      update('case', found, { state: 'waiting', sinceMs, ...changes, ...counted(found, nowMs) }),
    ]);
  });
}

/**
 * Returns the changes of a closed case that is opened again, and the writes that take a place for it, in an account that
 * is open. No refund was counted while it was closed.
 */
async function reopened(store: Pick<Store, 'get' | 'listCardTransactions'>, found: Case) {
  const { caseId, userId, cardId, lineNumber } = found;
  const [card, places] = await Promise.all([store.get('card', { userId, cardId }), store.get('openCases', { userId })]);
  if (!card) throw new Error(`${caseId} is about no card`);
  const [line] = await store.listCardTransactions(cardId, { from: lineNumber, to: lineNumber });
  const { refundedCents } = await findPayment(store, card, found.reference).catch((thrown: unknown) => {
    // A payment that is older than the newest 4,000 lines.
    if (thrown instanceof AppError) return found;
    throw thrown;
  });
  const references = [...namesOf(line ?? found)];
  return {
    closedBy: undefined,
    closingReason: undefined,
    refundedCents,
    writes: [
      takePlace(places, found, { caseId, cardId, lineNumber, references }),
      unchanged('card', { userId, cardId }, card),
      await accountStaysOpen(store, userId),
    ],
  };
}

type StaffAct = {
  readonly actorId: Id<'user'>;
  readonly caseId: Id<'case'>;
  /** The number of messages that the actor has read; undefined from a caller that doesn't count them. */
  readonly seenMessages?: number | undefined;
};

/**
 * Adds an answer of staff, with its audit record. The table's stream notifies the cardholder. A repeat of the newest
 * answer is not stored again.
 * Throws AppError NotFound, Forbidden (an own case), Conflict (closed, full, or with an unread message).
 */
export async function answerCase(
  needs: Needs & AuditNeeds,
  { actorId, caseId, text, seenMessages }: StaffAct & { readonly text: string },
): Promise<Case> {
  const { store, clock } = needs;
  return withRetries(needs, async () => {
    const found = await foreignCase(store, { actorId, caseId });
    const nowMs = clock.now();
    if (await isRepeat(store, found, { state: 'answered', authorId: actorId, text }, nowMs)) return found;
    refuseUnread(refuseClosed(found), seenMessages);
    return commit(store, [
      messageWrite(found, { from: 'support', authorId: actorId, text, atMs: nowMs }),
      ...audit(needs, 'case-answer', found, { actorId, after: { message: found.messageCount + 1 } }),
      update('case', found, { state: 'answered', sinceMs: nowMs, ...counted(found, nowMs) }),
    ]);
  });
}

/**
 * Closes a case for a reason that its cardholder reads, with its audit record.
 * Throws AppError NotFound, Forbidden (an own case), Conflict (closed already, or with an unread message).
 */
export async function closeCase(
  needs: Needs & AuditNeeds,
  { actorId, caseId, reason, seenMessages }: StaffAct & { readonly reason: string },
): Promise<Case> {
  const { store, clock } = needs;
  return withRetries(needs, async () => {
    const found = refuseUnread(refuseClosed(await foreignCase(store, { actorId, caseId })), seenMessages);
    const nowMs = clock.now();
    return commit(store, [
      ...audit(needs, 'case-close', found, { actorId, after: { state: 'closed' }, reason }),
      ...giveUpPlace(await store.get('openCases', found), caseId),
      update('case', found, {
        state: 'closed',
        sinceMs: nowMs,
        closedBy: 'support',
        closingReason: reason,
        updatedAtMs: nowMs,
      }),
    ]);
  });
}

/** Commits writes, the last of which is the case's. Returns it. */
async function commit(store: Store, writes: readonly Write[]): Promise<Case> {
  await commitForRetry(store, writes);
  const last = writes.at(-1);
  if (last?.write !== 'update' || last.kind !== 'case') throw new Error('the last write is not the case');
  return last.value as Case;
}

/** True when a case's newest message is this one, and brought the case into the state that such a message leaves. */
async function isRepeat(
  store: Pick<Store, 'get'>,
  { caseId, messageCount, state, updatedAtMs }: Case,
  message: Pick<Case, 'state'> & Pick<CaseMessage, 'authorId' | 'text'>,
  nowMs: number,
): Promise<boolean> {
  if (state !== message.state || nowMs > updatedAtMs + repeatedWithinMs) return false;
  const newest = await store.get('caseMessage', { caseId, number: messageCount });
  return newest?.authorId === message.authorId && newest.text === message.text;
}

function messageWrite(found: Case, message: Omit<CaseMessage, 'caseId' | 'number'>): Write {
  if (found.messageCount >= limits.caseMessagesMax) {
    throw new AppError('Conflict', `A case has at most ${limits.caseMessagesMax} messages.`);
  }
  return insert('caseMessage', { caseId: found.caseId, number: found.messageCount + 1, ...message });
}

function counted({ messageCount }: Case, nowMs: number): Pick<Case, 'messageCount' | 'updatedAtMs'> {
  return { messageCount: messageCount + 1, updatedAtMs: nowMs };
}

function refuseClosed(found: Case): Case {
  if (found.state === 'closed') throw new AppError('Conflict', 'This case is closed.');
  return found;
}

/**
 * Throws AppError Conflict for an act over a message that its actor has not read. A later message makes the write
 * conflict.
 */
function refuseUnread(found: Case, seenMessages = found.messageCount): Case {
  if (found.messageCount <= seenMessages) return found;
  const writer = found.state === 'waiting' ? 'The cardholder has written' : 'Another of our team has replied';
  throw new AppError('Conflict', `${writer} since you opened this. Read it first.`);
}

function audit(
  needs: AuditNeeds,
  action: 'case-answer' | 'case-close',
  { caseId, userId, state }: Case,
  deed: { readonly actorId: Id<'user'>; readonly after: Record<string, string | number>; readonly reason?: string },
): readonly Write[] {
  const { actorId, after, reason } = deed;
  return auditWrites(needs, { action, actorId, subjectId: userId, about: caseId, before: { state }, after, reason });
}
