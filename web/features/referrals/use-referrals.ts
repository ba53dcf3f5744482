import { useEffect, useRef, useState } from 'react';
import useSWR from 'swr';

import type { ReplyOf } from '#shared/contract/index.ts';
import { limits } from '#shared/limits.ts';
import { callPage } from '#web/lib/api.ts';
import { readSettings, refresh, useRead } from '#web/lib/use-api.ts';
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

/** The rewards, newest first. `needMore` asks for all of them. */
export function useReferralSummary() {
  const [limit, setLimit] = useState<number>(limits.listDefault);
  const { data, error, mutate } = useSWR(['referrals.summary', limit], () => readSummary(limit), {
    ...readSettings('referrals.summary'),
    keepPreviousData: true,
  });
  return {
    summary: data,
    error: error as unknown,
    retry: () => void mutate(),
    needMore: () => data?.referrals.length === limit && setLimit(limits.listMax),
  };
}

/** Reads `limit` rewards, or all from a cursor on where that is the most that an answer has. */
async function readSummary(limit: number, cursor?: string): Promise<ReplyOf<'referrals.summary'>> {
  const { reply, nextCursor } = await callPage('referrals.summary', { query: { limit, cursor } });
  if (limit < limits.listMax || !nextCursor) return reply;
  const { referrals } = await readSummary(limit, nextCursor);
  return { ...reply, referrals: [...reply.referrals, ...referrals] };
}
