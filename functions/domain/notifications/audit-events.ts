import { cents, sum } from '#shared/money.ts';
import type { AuditRecord } from '#functions/ports/entities/audit.ts';
import { notificationWords as words } from './notification-words.ts';
import type { NotifiedEvent } from './notified-event.ts';
import { mailedElsewhere, recoveryCodeUsed, securityWords } from './security-words.ts';

/** Returns the events of a new audit record: an adjustment, the end of an order, or a change of the account's security. */
export function auditEvents(record: AuditRecord): readonly NotifiedEvent[] {
  return [...adjustmentEvents(record), ...operationEvents(record), ...securityEvents(record)];
}

/** Returns a refund for money that staff added, and trouble with a deposit for money that they took. */
function adjustmentEvents({ auditId, action, subjectId, atMs, after }: AuditRecord): readonly NotifiedEvent[] {
  // Refused money was never on the balance.
  const isOfBalance = after['refusedOf'] === undefined;
  if (action !== 'approve-adjustment' || subjectId === 'platform' || !isOfBalance) return [];
  const isCredit = after['direction'] === 'credit';
  const amountCents = cents(Number(after['amountCents']));
  return [
    {
      eventId: auditId,
      userId: subjectId,
      kind: isCredit ? 'refund' : 'deposit_trouble',
      atMs,
      link: '/activity',
      ...(isCredit ? { amountCents } : {}),
      ...words.adjusted(isCredit, amountCents),
    },
  ];
}

/**
 * Returns the event of an order that ended after a review, was corrected later, or failed after its owner was free to
 * leave. New cards and auto-loads have events of their own for their end, and a deletion was done for the owner at once.
 */
function operationEvents({ auditId, action, subjectId, atMs, before, after }: AuditRecord): readonly NotifiedEvent[] {
  const isCorrection = action === 'operation-corrected';
  if (!isCorrection && action !== 'operation-ended' && action !== 'decide-operation') return [];
  const what = before['kind'] === 'card_load' ? 'load' : 'withdrawal';
  if (subjectId === 'platform' || before['kind'] !== `card_${what}` || before['isAutomatic'] === true) return [];
  const isDone = after['outcome'] === 'happened';
  const kind = isDone ? 'card_ready' : 'card_failed';
  const event = { eventId: auditId, userId: subjectId, kind, atMs, link: '/activity' } as const;
  if (isCorrection) {
    const balanceCents = cents(Number(after['balanceCents']));
    const text = words.orderCorrected(what, cents(Number(after['movedCents'])), balanceCents);
    // A refund is money that comes back; for a closed account it is worded as such.
    return [{ ...event, ...text, ...(balanceCents > 0 ? { kind: 'refund' } : {}) }];
  }
  const foundBy = action === 'operation-ended' ? 'issuer' : 'team';
  const amountCents = cents(Number(isDone ? after['movedCents'] : before['amountCents']));
  const total = sum(amountCents, cents(Number(before['feeCents'])));
  if (isDone) return [{ ...event, ...words.orderDone(what, amountCents, foundBy) }];
  const why = foundBy === 'issuer' && before['state'] !== 'review' ? after['why'] : undefined;
  return [{ ...event, ...words.orderFailed(what, amountCents, total, why === undefined ? foundBy : String(why)) }];
}

function securityEvents({ auditId, action, subjectId, atMs, before, after }: AuditRecord): readonly NotifiedEvent[] {
  if (subjectId === 'platform') return [];
  const event = { userId: subjectId, kind: 'security', atMs, link: '/security' } as const;
  const text = isRoutine(action, before, after) ? undefined : securityWords[action];
  const isSignIn = action === 'sign-in';
  const isOfCode = after['change'] === 'recovery-code-used' || (isSignIn && after['by'] === 'recovery-code');
  return [
    ...(text === undefined
      ? []
      : [
          {
            ...event,
            eventId: auditId,
            ...(mailedElsewhere.has(action) ? { isMailedElsewhere: true as const } : { audited: { auditId } }),
            ...text,
          },
        ]),
    ...(isOfCode
      ? [
          {
            ...event,
            eventId: text === undefined ? auditId : `${auditId}:code`,
            audited: { auditId, isOfCode: true as const },
            ...recoveryCodeUsed,
          },
        ]
      : []),
  ];
}

/** Reasons for the end of a session that its owner did not choose. */
const alarming: ReadonlySet<string> = new Set(['token-reused', 'wrong-proofs']);

/** Changes of factors that have no words of their own here. */
const unworded: ReadonlySet<string> = new Set(['passkey-renamed', 'recovery-code-used']);

/**
 * True for what people do every day: a sign-in from a known browser, a sign-out, another name for a passkey, a proposal
 * without approval, and its end.
 */
function isRoutine(action: AuditRecord['action'], before: AuditRecord['before'], after: AuditRecord['after']): boolean {
  if (action === 'sign-in') return after['isNewDevice'] !== true || after['isFirst'] === true;
  if (action === 'factor-changed') return unworded.has(String(after['change']));
  if (action === 'session-ended') return !alarming.has(String(after['why']));
  if (action !== 'factor-reset') return false;
  return after['status'] === 'proposed' || (after['status'] === 'canceled' && before['status'] === 'proposed');
}
