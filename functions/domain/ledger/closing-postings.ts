import { least, minus, sum, zero } from '#shared/money.ts';
import type { JournalRecord, Wallet } from '#functions/ports/entities/books.ts';
import { account } from './chart.ts';
import { credit, debit, type Draft } from './journal.ts';

/*
 * The postings of a closed account, one row each in README.md beside this file. Its money is not spent and not lost: it
 * waits unclaimed for the owner's return.
 */

/** The account is closed: what its owner waives waits for a return. */
export function accountClosed({ userId, availableCents, version }: Wallet): Draft {
  return {
    journalId: `${userId}:${version}:closed`,
    kind: 'account_closed',
    cause: userId,
    legs: [debit(account.available(userId), availableCents), credit(account.unclaimed(userId), availableCents)],
  };
}

/** The owner returned: what was waived, and what came meanwhile, can be spent again. */
export function accountReturned({ userId, unclaimedCents = zero, version }: Wallet): Draft {
  return {
    journalId: `${userId}:${version}:returned`,
    kind: 'account_returned',
    cause: userId,
    legs: [debit(account.unclaimed(userId), unclaimedCents), credit(account.available(userId), unclaimedCents)],
  };
}

/**
 * After a record in a closed account: debts are paid from what is there, and the rest waits unclaimed. Undefined while
 * the account is open, or when the record left nothing to move.
 */
export function setAside(after: Pick<JournalRecord, 'journalId'>, wallet: Wallet): Draft | undefined {
  const { userId, availableCents, debtCents, unclaimedCents = zero } = wallet;
  if (wallet.closedAtMs === undefined) return undefined;
  const there = sum(availableCents, unclaimedCents);
  const repaid = least(debtCents, there);
  if (availableCents === 0 && repaid === 0) return undefined;
  return {
    journalId: `${after.journalId}:unclaimed`,
    kind: 'unclaimed',
    cause: after.journalId,
    legs: [
      debit(account.available(userId), availableCents),
      credit(account.debt(userId), repaid),
      credit(account.unclaimed(userId), minus(minus(there, repaid), unclaimedCents)),
    ],
  };
}
