import { useEffect, useRef } from 'react';

import { refresh, useRead } from '#web/lib/use-api.ts';
import { usePoll } from '#web/lib/use-poll.ts';

import { isOpen, pollEvery, stageOf, type DepositId, type DepositStage } from './deposit-stage.ts';

/**
 * Reads one deposit live: every 2 s while it waits, every 10 s while it goes on by itself, and no more once it has
 * ended or nobody looks. When its stage changes, the balance and the lists are read too. A deposit that has ended
 * whenever it is opened also counts as a change: money may have come since the balance was read.
 */
export function useDeposit(id: DepositId) {
  const read = useRead('transactions.read', { params: { id } });
  const stage = read.data ? stageOf(read.data) : undefined;
  usePoll(read.mutate, read.error && !read.data ? 0 : pollEvery(stage));
  const seen = useRef<DepositStage>(undefined);
  useEffect(() => {
    const before = seen.current;
    seen.current = stage;
    if (stage === undefined || (before === undefined ? isOpen(stage) : before === stage)) return;
    void refresh(['user', 'transactions.list', 'cards']);
  }, [stage]);
  return { deposit: read.data, stage, error: read.error, retry: () => void read.mutate() };
}
