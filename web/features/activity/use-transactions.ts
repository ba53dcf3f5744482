import { useEffect, useRef } from 'react';

import { refresh } from '#web/lib/use-api.ts';
import { tableBegin, useList } from '#web/lib/use-list.ts';
import { usePoll } from '#web/lib/use-poll.ts';

import type { Transaction } from './transaction-words.ts';

const underWay: readonly Transaction['status'][] = ['pending', 'processing', 'confirm_check', 'refund_process'];
/** True while something is still to come. A partly paid deposit counts until it was credited. */
function isUnderWay(row: Transaction): boolean {
  return underWay.includes(row.status) || (row.status === 'paid_less' && row.amountPaid === 0);
}

const underWayPollMs = 10_000;

/**
 * Reads the account's activity, newest first, and again every ten seconds while a line is under way. When a line
 * appears or changes, the balance, the cards and the searched list are read again too.
 */
export function useTransactions() {
  const { rows, error, hasMore, mutate } = useList('transactions.list', {}, {}, tableBegin);
  usePoll(mutate, rows?.some(isUnderWay) ? underWayPollMs : 0);
  useChanges(rows && rows.map((row) => `${row._id}:${row.status}:${row.amountPaid}`).join());
  return { transactions: rows, hasMore, error };
}

/** Reads the balance, the cards and the lists again when the activity changes, but not on its first reply. */
function useChanges(fingerprint: string | undefined): void {
  const seen = useRef(fingerprint);
  useEffect(() => {
    const before = seen.current;
    seen.current = fingerprint;
    if (before === undefined || fingerprint === undefined || before === fingerprint) return;
    void refresh(['user', 'cards.list', 'transactions.list']);
  }, [fingerprint]);
}
