import type { NotificationKind } from '#shared/contract/notifications.ts';
import type { Id } from '#shared/ids.ts';
import { limits } from '#shared/limits.ts';
import { cents, minus, sum, zero, type Cents } from '#shared/money.ts';
import type { AuditRecord } from '#functions/ports/entities/audit.ts';
import type { Card, CardTransaction } from '#functions/ports/entities/cards.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Notification } from '#functions/ports/entities/notifications.ts';
import type { PaymentState } from '#functions/ports/payment-gateway.ts';
import type { EntityChange } from '#functions/ports/table-change.ts';
import {
  isGone,
  notificationWords as words,
  type DepositTrouble,
  type NotificationWords,
} from './notification-words.ts';
import { mailedElsewhere, recoveryCodeUsed, securityWords } from './security-words.ts';

/** An event that a person is notified of. */
export type NotifiedEvent = NotificationWords & {
  /** The permanent id of the event: the same record of the stream gives the same id. */
  readonly eventId: string;
  readonly userId: Id<'user'>;
  readonly kind: NotificationKind;
  /** When it was committed. */
  readonly atMs: number;
  readonly link: string | undefined;
  readonly freezesCardId?: Id<'card'>;
  /** The record that words the mail. */
  readonly audited?: Notification['audited'];
  /** The amount of a purchase, of a credited deposit, or of money that staff added. */
  readonly amountCents?: Cents;
  /** True where the change itself sends a mail about it. */
  readonly isMailedElsewhere?: true;
};

type ChangeOf<Kind extends EntityChange['kind']> = Extract<EntityChange, { readonly kind: Kind }>;

/** Returns the numbers of the lines that a change added to a card's history; undefined when it added none. */
export function newLinesOf(change: EntityChange): { readonly from: number; readonly to: number } | undefined {
  if (change.kind !== 'card') return undefined;
  const { before, after } = change;
  if (after.transactionCount <= before.transactionCount) return undefined;
  return { from: before.transactionCount + 1, to: after.transactionCount };
}

/** Returns the events of a committed change; `lines` are those that it added to a card's history. */
export function eventsOfChange(change: EntityChange, lines: readonly CardTransaction[] = []): readonly NotifiedEvent[] {
  switch (change.kind) {
    case 'card':
      return [...lines.flatMap((line) => lineEvents(change, line)), ...cardEvents(change)];
    case 'deposit':
      return depositEvents(change);
    case 'wallet':
      return debtEvents(change);
    case 'referralAccount':
      return payoutEvents(change);
    case 'case':
      return caseEvents(change);
    case 'audit':
      return [...adjustmentEvents(change.after), ...operationEvents(change.after), ...securityEvents(change.after)];
  }
}

function lineEvents({ before, after }: ChangeOf<'card'>, line: CardTransaction): readonly NotifiedEvent[] {
  const event = {
    eventId: `line:${line.cardId}:${line.number}`,
    userId: after.userId,
    atMs: after.updatedAtMs,
    link: cardPage(after),
  };
  if (line.status === 'declined') {
    const short = after.shortDeclines > before.shortDeclines ? after.shortDeclines : 0;
    const counted = { short, freezesAt: limits.declinesUntilFrozen };
    return [{ ...event, kind: 'decline', ...words.decline(after, line, counted) }];
  }
  switch (line.kind) {
    case 'purchase':
      return [
        {
          ...event,
          kind: 'purchase',
          ...words.purchase(after, line),
          ...(isGone(after) ? {} : { freezesCardId: line.cardId }),
          amountCents: line.amountCents,
        },
      ];
    case 'refund':
    case 'reversal':
      return [{ ...event, kind: 'refund', ...words.refund(after, line) }];
    case 'load':
      return line.isAutomatic === true ? [{ ...event, kind: 'auto_load', ...words.autoLoaded(after, line) }] : [];
    default:
      return [];
  }
}

function cardEvents({ before, after }: ChangeOf<'card'>): readonly NotifiedEvent[] {
  const event = (kind: NotificationKind, text: NotificationWords): readonly NotifiedEvent[] => [
    {
      eventId: `card:${after.cardId}:${after.version}:${kind}`,
      userId: after.userId,
      kind,
      atMs: after.updatedAtMs,
      link: after.lifecycle === 'open' ? cardPage(after) : '/dashboard',
      ...text,
    },
  ];
  if (before.lifecycle === 'creating' && after.lifecycle === 'open') return event('card_ready', words.cardReady(after));
  if (before.lifecycle === 'creating' && after.lifecycle === 'failed')
    return event('card_failed', words.cardFailed(after));
  const stopped = stoppedWords(before, after);
  const warned = after.lifecycle === 'open' && after.isShortOfMoney && !before.isShortOfMoney;
  return [
    ...(stopped === undefined ? [] : event('card_frozen', stopped)),
    ...(warned ? event('card_warning', words.shortOfMoney(after)) : []),
    ...(isLow(before, after) ? event('low_balance', words.lowBalance(after, after.lowBalanceCents)) : []),
    ...autoLoadEvents(before, after).flatMap((text) => event('auto_load', text)),
  ];
}

/**
 * True when the balance falls below the amount that the card's owner chose. It has to rise above that again before the
 * next notification.
 */
function isLow(before: Card, after: Card): after is Card & { readonly lowBalanceCents: Cents } {
  const { lowBalanceCents } = after;
  if (lowBalanceCents === undefined || after.lifecycle !== 'open') return false;
  return before.balanceCents >= lowBalanceCents && after.balanceCents < lowBalanceCents;
}

function autoLoadEvents(before: Card, after: Card): readonly NotificationWords[] {
  if (after.autoLoadStoppedAtMs !== before.autoLoadStoppedAtMs) return [words.autoLoadStopped(after)];
  const { autoLoad } = after;
  if (autoLoad === undefined) return [];
  const isFailed = autoLoad.failures > (before.autoLoad?.failures ?? 0);
  const isCapped = autoLoad.cappedMonth !== undefined && autoLoad.cappedMonth !== before.autoLoad?.cappedMonth;
  const isPaused = !isFailed && autoLoad.failure !== undefined && autoLoad.failure !== before.autoLoad?.failure;
  return [
    ...(isFailed ? [words.autoLoadFailed(after, autoLoad)] : []),
    ...(isPaused ? [words.autoLoadPaused(after, autoLoad)] : []),
    ...(isCapped ? [words.autoLoadCapped(after, autoLoad)] : []),
  ];
}

/** Returns the words for a card that we or the issuer stopped; undefined when it was not stopped, or by its owner. */
function stoppedWords(before: Card, after: Card): NotificationWords | undefined {
  if (after.blockedReason !== undefined && before.blockedReason === undefined) {
    return after.lifecycle === 'open'
      ? words.blocked(after, after.blockedReason)
      : words.closedByIssuer(after, after.blockedReason);
  }
  const isNew = (reason: Card['frozenReasons'][number]): boolean =>
    after.frozenReasons.includes(reason) && !before.frozenReasons.includes(reason);
  if (isNew('declines')) return words.frozenForDeclines(after);
  if (isNew('owner') && after.freezeReason !== undefined) return words.frozenByIssuer(after, after.freezeReason);
  return undefined;
}

/** States in which money has arrived, or been seen. */
const arrived: ReadonlySet<PaymentState> = new Set(['confirming', 'partly_paid', 'paid', 'paid_over', 'paid_less']);

const troubles: Partial<Record<PaymentState, DepositTrouble>> = {
  failed: 'failed',
  locked: 'locked',
  refunding: 'refunding',
  refund_failed: 'refund_failed',
  refunded: 'refunded',
};

function depositEvents({ before, after }: ChangeOf<'deposit'>): readonly NotifiedEvent[] {
  const event = (kind: NotificationKind, text: NotificationWords): readonly NotifiedEvent[] => [
    {
      eventId: `deposit:${after.depositId}:${after.version}:${kind}`,
      userId: after.userId,
      kind,
      atMs: after.updatedAtMs,
      link: `/dashboard?deposit=${after.depositId}`,
      ...text,
    },
  ];
  // The end of a review has a notification of its own.
  if (isRefused(before, after)) {
    return event('deposit_trouble', words.depositRefused(after, hasRest(before) || isLess(before, after)));
  }
  const trouble = troubleOf(before, after);
  const credited = minus(after.creditedCents, before.creditedCents);
  return [
    ...(isSeen(before, after) ? event('deposit_seen', words.depositSeen(after)) : []),
    ...(isPart(before, after) ? event('deposit_seen', words.depositPart(after)) : []),
    ...(credited > 0
      ? event('deposit_credited', words.depositCredited(after, credited, isDecidedInPart(before, after))).map(
          (each) => ({
            ...each,
            amountCents: credited,
          }),
        )
      : []),
    ...(trouble === undefined
      ? []
      : event('deposit_trouble', words.depositTrouble(after, trouble, before.creditedCents))),
  ];
}

/** True where more arrived than is credited. */
function hasRest({ surplusCents, unbooked }: Deposit): boolean {
  return surplusCents > 0 || unbooked !== undefined;
}

function isLess(before: Deposit, after: Deposit): boolean {
  return after.creditedCents < before.creditedCents;
}

/**
 * True when staff refused the waiting part of a deposit, or ended its review with a credit that adds nothing. After an
 * earlier decision, a refused proposal of one admin is left out: the owner never saw it.
 */
function isRefused(before: Deposit, after: Deposit): boolean {
  const isOpen = before.reviewReason !== undefined || before.decision === undefined;
  if (!isOpen || after.reviewReason !== undefined || after.decision === undefined) return false;
  if (after.decision.isRefusal === true) return true;
  const isSame = after.creditedCents === before.creditedCents;
  return before.reviewReason !== undefined && (isLess(before, after) || (isSame && hasRest(before)));
}

/** True when staff credited a part of what waited, and with that decided against the rest. */
function isDecidedInPart(before: Deposit, after: Deposit): boolean {
  const isDecided =
    before.reviewReason !== undefined && after.reviewReason === undefined && after.decision !== undefined;
  const isRefusedMore = (after.refusedCents ?? zero) > (before.refusedCents ?? zero);
  return isDecided && (isRefusedMore || before.surplusCents > minus(after.creditedCents, before.creditedCents));
}

function isSeen(before: Deposit, after: Deposit): boolean {
  return after.state === 'confirming' && !arrived.has(before.state);
}

/** True when a part of the money arrived, the first or a further one. */
function isPart(before: Deposit, after: Deposit): boolean {
  if (after.state !== 'partly_paid') return false;
  return before.state !== 'partly_paid' || before.receivedAmount !== after.receivedAmount;
}

function troubleOf(before: Deposit, after: Deposit): DepositTrouble | undefined {
  if (before.frozenCents > 0 && after.frozenCents === 0 && after.creditedCents === before.creditedCents) {
    return before.state === 'refunding' || after.state === 'refund_failed' ? 'refund_failed' : 'kept';
  }
  // A payment that fails in the end takes back nothing of its credit.
  if (
    after.state !== before.state &&
    after.creditedCents > 0 &&
    (after.state === 'failed' || after.state === 'expired')
  ) {
    // A credit on hold stays so until staff decide.
    return after.frozenCents > 0 || after.creditedCents > before.creditedCents ? undefined : 'kept';
  }
  // An unpaid quote ends without a notification.
  if (after.state === 'expired' && arrived.has(before.state)) return 'expired';
  if (after.state !== before.state && troubles[after.state] !== undefined) return troubles[after.state];
  const isParked = after.reviewReason !== undefined && before.reviewReason === undefined;
  return isParked && after.creditedCents <= before.creditedCents ? 'review' : undefined;
}

function debtEvents({ before, after }: ChangeOf<'wallet'>): readonly NotifiedEvent[] {
  if (after.debtCents > 0 === before.debtCents > 0) return [];
  const event = {
    eventId: `wallet:${after.userId}:${after.version}`,
    userId: after.userId,
    kind: 'debt',
    atMs: after.updatedAtMs,
    link: '/dashboard',
  } as const;
  // The job `remind-people` mails every debt that begins.
  return after.debtCents > 0
    ? [{ ...event, isMailedElsewhere: true, ...words.debt(after.debtCents) }]
    : [{ ...event, ...words.debtPaid() }];
}

function payoutEvents({ before, after }: ChangeOf<'referralAccount'>): readonly NotifiedEvent[] {
  if (after.withdrawnCents <= before.withdrawnCents) return [];
  return [
    {
      eventId: `referral:${after.userId}:${after.version}`,
      userId: after.userId,
      kind: 'payout',
      atMs: after.updatedAtMs,
      link: '/referral-program',
      ...words.payout(minus(after.withdrawnCents, before.withdrawnCents)),
    },
  ];
}

function caseEvents({ before, after }: ChangeOf<'case'>): readonly NotifiedEvent[] {
  const isClosed = after.state === 'closed' && before.state !== 'closed';
  const isAnswered = after.state === 'answered' && after.messageCount > before.messageCount;
  if (!isClosed && !isAnswered) return [];
  return [
    {
      eventId: `case:${after.caseId}:${after.version}`,
      userId: after.userId,
      kind: 'case',
      atMs: after.updatedAtMs,
      link: `/cases/${after.caseId}`,
      ...(isClosed ? words.caseClosed(after) : words.caseAnswered(after)),
    },
  ];
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

function cardPage({ cardId }: Pick<Card, 'cardId'>): string {
  return `/cards/${cardId}`;
}
