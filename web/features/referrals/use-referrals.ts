import { useCallback, useEffect, useRef, useState } from 'react';
import { limits } from '#shared/limits.ts';
import { refresh, useRead } from '#web/lib/use-api.ts';
import { usePoll } from '#web/lib/use-poll.ts';

const payoutPollMs = 10_000;

/** The earnings; read again while a payout is under way, and the balance with them once it was paid. */
export function useReferralStats() {
  const read = useRead('referrals.stats', {});
  const isWaiting = Boolean(read.data?.pendingRequest);
  usePoll(read.mutate, isWaiting ? payoutPollMs : 0);
  const wasWaiting = useRef(isWaiting);
  useEffect(() => {
    if (wasWaiting.current && !isWaiting) void refresh(['user', 'transactions.list']);
    wasWaiting.current = isWaiting;
  }, [isWaiting]);
  return read;
}

/** The rewards, newest first. `needMore` asks for a longer list. */
export function useReferralSummary() {
  const [limit, setLimit] = useState<number>(limits.listDefault);
  const read = useRead('referrals.summary', { query: { limit } }, { keepPreviousData: true });
  const hasMore = read.data !== undefined && read.data.referrals.length >= limit && limit < limits.listMax;
  const needMore = useCallback(() => {
    if (hasMore) setLimit((now) => Math.min(limits.listMax, now + limits.listDefault));
  }, [hasMore]);
  return { summary: read.data, error: read.error, retry: () => void read.mutate(), needMore };
}
