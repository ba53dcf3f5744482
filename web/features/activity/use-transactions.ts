import { useCallback, useEffect, useRef, useState } from 'react';

import { limits } from '#shared/limits.ts';
import { refresh, useRead } from '#web/lib/use-api.ts';
import { usePoll } from '#web/lib/use-poll.ts';

import type { Transaction } from './transaction-words.ts';

const underWay: readonly Transaction['status'][] = ['pending', 'processing', 'confirm_check', 'refund_process'];
/** Something is still to come: a partly paid deposit counts until it was credited. */
function isUnderWay(row: Transaction): boolean {
  return underWay.includes(row.status) || (row.status === 'paid_less' && row.amountPaid === 0);
}

const underWayPollMs = 10_000;

/**
 * The account's movements, newest first: asked for again every ten seconds while one of them is under way. When one
 * appears or moves on, the balance and the cards are asked for too. `needMore` asks for a longer list.
 */
export function useTransactions() {
  const [limit, setLimit] = useState<number>(limits.listDefault);
  const read = useRead('transactions.list', { query: { limit } }, { keepPreviousData: true });
  const rows = read.data;
  usePoll(read.mutate, rows?.some(isUnderWay) ? underWayPollMs : 0);
  useChanges(rows && rows.map((row) => `${row._id}:${row.status}:${row.amountPaid}`).join());
  const hasMore = rows !== undefined && rows.length >= limit && limit < limits.listMax;
  const needMore = useCallback(() => {
    if (hasMore) setLimit((now) => Math.min(limits.listMax, now + limits.listDefault));
  }, [hasMore]);
  return { transactions: rows, error: read.error, retry: () => void read.mutate(), needMore };
}

/** Refreshes what a change of the list means for other figures; not for its first answer. */
function useChanges(fingerprint: string | undefined): void {
  const seen = useRef(fingerprint);
  useEffect(() => {
    const before = seen.current;
    seen.current = fingerprint;
    if (before === undefined || fingerprint === undefined || before === fingerprint) return;
    void refresh(['user', 'cards.list']);
  }, [fingerprint]);
}
