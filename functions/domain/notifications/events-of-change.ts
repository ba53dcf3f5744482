import { minus } from '#shared/money.ts';
import type { CardTransaction } from '#functions/ports/entities/cards.ts';
import type { ChangeOf, EntityChange } from '#functions/ports/table-change.ts';
import { auditEvents } from './audit-events.ts';
import { cardEvents } from './card-events.ts';
import { depositEvents } from './deposit-events.ts';
import { notificationWords as words } from './notification-words.ts';
import type { NotifiedEvent } from './notified-event.ts';

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
      return cardEvents(change, lines);
    case 'deposit':
      return depositEvents(change);
    case 'wallet':
      return debtEvents(change);
    case 'referralAccount':
      return payoutEvents(change);
    case 'case':
      return caseEvents(change);
    case 'audit':
      return auditEvents(change.after);
  }
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
