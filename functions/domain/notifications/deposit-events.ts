import type { NotificationKind } from '#shared/contract/notifications.ts';
import { minus, zero } from '#shared/money.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { PaymentState } from '#functions/ports/payment-gateway.ts';
import type { ChangeOf } from '#functions/ports/table-change.ts';
import { notificationWords as words, type DepositTrouble, type NotificationWords } from './notification-words.ts';
import type { NotifiedEvent } from './notified-event.ts';

/** States in which money has arrived, or been seen. */
const arrived: ReadonlySet<PaymentState> = new Set(['confirming', 'partly_paid', 'paid', 'paid_over', 'paid_less']);

const troubles: Partial<Record<PaymentState, DepositTrouble>> = {
  failed: 'failed',
  locked: 'locked',
  refunding: 'refunding',
  refund_failed: 'refund_failed',
  refunded: 'refunded',
};

/** Returns the events of a deposit's change. */
export function depositEvents({ before, after }: ChangeOf<'deposit'>): readonly NotifiedEvent[] {
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
