import type { Id } from '#shared/ids.ts';
import type { JournalRecord, LedgerOwner } from '#functions/ports/entities/books.ts';
import { account } from '#functions/domain/ledger/chart.ts';
import { adjustingAccount, beginsCredit } from '#functions/domain/ledger/postings.ts';
import type { BelievedOperation } from './believed-operations.ts';
import type { Break } from '#functions/domain/reconciliation/break.ts';
import type { AccountFindings } from './check-account.ts';
import type { Books } from './read-books.ts';

/**
 * Checks that every record of a person's money belongs to a business event that exists: an operation, a deposit, a line
 * of a card's history, a reward, a payout or an adjustment. The product wrote no other.
 */
export function unexplainedRecords(
  books: Books,
  believed: readonly BelievedOperation[],
  accounts: ReadonlyMap<LedgerOwner, AccountFindings>,
): readonly Break[] {
  const { user } = books;
  const known = knownIds(books, believed);
  const breaks: Break[] = [];
  for (const [ownerId, { happened }] of accounts) {
    for (const [journalId, deltas] of happened) {
      const record = books.records.get(journalId);
      // A missing record is reported already, and so is a missing operation or deposit. A record that sets aside money
      // of a closed account follows from the record before it.
      const source = journalId.replace(/:unclaimed$/, '');
      if (record === undefined || known.has(source) || isOfSomethingKnown(books, source)) continue;
      if (isOfClosing(record) || isAgreed(books, books.records.get(source) ?? record)) continue;
      const cents = Object.values(deltas).reduce((most, each) => (Math.abs(each) > Math.abs(most) ? each : most), 0);
      breaks.push({
        part: 'internal',
        class: 'UNEXPLAINED',
        subject: journalId,
        ownerId: user.userId,
        cents,
        atMs: record.atMs,
        evidence: { account: ownerId, kind: record.kind, cause: record.cause, begins: String(beginsCredit(record)) },
        proposal: {
          by: 'posting',
          legs: record.legs.map((leg) => ({ ...leg, amountCents: -leg.amountCents as never })),
        },
      });
    }
  }
  return breaks;
}

function knownIds(books: Books, believed: readonly BelievedOperation[]): ReadonlySet<string> {
  const ids = new Set<string>();
  const add = (...names: readonly string[]): void => names.forEach((name) => ids.add(name));
  for (const { operation } of believed) {
    const { operationId } = operation;
    add(`${operationId}:reserved`, `${operationId}:settled`, `${operationId}:released`);
    add(`${operationId}:settled:emptied`, `${operationId}:released:emptied`);
    if (operation.correction) add(`${operationId}:corrected`, `${operationId}:corrected:emptied`);
    if (operation.isCredited) add(`${operationId}:credited`);
    if (operation.bonusCents > 0) add(`${operationId}:bonus`);
  }
  for (const { cardId } of books.cards) {
    add(`${cardId}:deleted:emptied`);
    for (const { kind, reference } of books.lines.get(cardId) ?? []) {
      add(`${cardId}:${kind}:${reference}`, `${cardId}:${kind}:${reference}:emptied`);
      // A refund that stayed on a retiring card until the card was frozen.
      if (kind === 'closing' && reference.startsWith(`${cardId}:frozen:`)) add(reference);
    }
  }
  for (const { refereeId, event } of books.rewards)
    add(`${refereeId}:${event}:earned`, `${refereeId}:${event}:taken-back`);
  for (const { kind, subjectId } of books.activity.values()) if (kind === 'referral_payout') add(`${subjectId}:paid`);
  return ids;
}

/** True for a record that posts an adjustment as two admins agreed on it, to the cent. */
function isAgreed({ user, adjustments }: Books, { journalId, cause, legs }: JournalRecord): boolean {
  const agreed = adjustments.get(cause);
  if (agreed?.state !== 'approved' || agreed.userId !== user.userId || journalId !== `${cause}:adjusted`) return false;
  const { direction, amountCents } = agreed;
  const posted = legs.find((leg) => leg.account === adjustingAccount(agreed))?.amountCents;
  return posted === (direction === 'credit' ? amountCents : -amountCents);
}

/** True of a record that closes an account or opens it again: it moves money within that account alone. */
function isOfClosing({ kind, cause, legs }: JournalRecord): boolean {
  const own: readonly string[] = [account.available(cause as Id<'user'>), account.unclaimed(cause as Id<'user'>)];
  return ['account_closed', 'account_returned'].includes(kind) && legs.every((leg) => own.includes(leg.account));
}

/** True for a record of a deposit, a reward or a missing operation: other checks report wrong bookings for these. */
function isOfSomethingKnown({ records, deposits, operations }: Books, journalId: string): boolean {
  const cause = records.get(journalId)?.cause ?? '';
  const [subject = ''] = journalId.split(':');
  if (deposits.has(subject as never) || deposits.has(cause as never)) return true;
  if (operations.has(subject as never) && operations.get(subject as never) === undefined) return true;
  return (
    /^usr_\w+:\w+:(?:earned|taken-back)/.test(journalId) || records.get(journalId)?.kind === 'referral_reward_earned'
  );
}
