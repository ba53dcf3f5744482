import { useEffect, useRef } from 'react';

import { refresh } from '#web/lib/use-api.ts';
import { tableBegin, useList } from '#web/lib/use-list.ts';
import { usePoll } from '#web/lib/use-poll.ts';

import type { Transaction } from './transaction-words.ts';

const underWay: readonly Transaction['status'][] = ['pending', 'processing', 'confirm_check', 'refund_process'];
/** Something is still to come: a partly paid deposit counts until it was credited. */
function isUnderWay(row: Transaction): boolean {
  return underWay.includes(row.status) || (row.status === 'paid_less' && row.amountPaid === 0);
}

const underWayPollMs = 10_000;

/**
 * The account's activity, newest first: asked for again every ten seconds while one of them is under way. When one
 * appears or moves on, the balance, the cards and what was searched are asked for too.
 */
export function useTransactions() {
  const { rows, error, hasMore, mutate } = useList('transactions.list', {}, {}, tableBegin);
  usePoll(mutate, rows?.some(isUnderWay) ? underWayPollMs : 0);
  useChanges(rows && rows.map((row) => `${row._id}:${row.status}:${row.amountPaid}`).join());
  return { transactions: rows, hasMore, error };
}

/** Refreshes what a change of the list means for other figures; not for its first answer. */
function useChanges(fingerprint: string | undefined): void {
  const seen = useRef(fingerprint);
  useEffect(() => {
    const before = seen.current;
    seen.current = fingerprint;
    if (before === undefined || fingerprint === undefined || before === fingerprint) return;
    void refresh(['user', 'cards.list', 'transactions.list']);
  }, [fingerprint]);
}
