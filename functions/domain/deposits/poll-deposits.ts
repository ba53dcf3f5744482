import type { Services } from '#functions/ports/services.ts';
import { failureMessage } from '#functions/domain/failure-text.ts';
import { pollDue, type PollerLimits } from '../poll-due.ts';
import { pollDeposit } from './poll-deposit.ts';

type Needs = Parameters<typeof pollDeposit>[0] & Pick<Services, 'store'>;

/**
 * Limits of one run; each shard has a run of its own. The function has 55 seconds, and a deposit takes at most two
 * calls.
 */
export const depositPollerLimits: PollerLimits = { atOnce: 32, beginsForMs: 34_000, window: 1_000 };

/** Reads every deposit once that is due now, or within `aheadMs`. Any number of polls may run at once. */
export async function pollDeposits(
  needs: Needs,
  { aheadMs = 0, shard }: { readonly aheadMs?: number; readonly shard?: number | undefined } = {},
): Promise<{ deposits: number; failed: number; left: number }> {
  const { store, clock, log } = needs;
  const untilMs = clock.now() + aheadMs;
  const { done, failed, left } = await pollDue(
    needs,
    {
      list: (limit, part) => store.listDueDeposits(Math.max(untilMs, clock.now()), limit, part),
      keyOf: ({ depositId }) => depositId,
      changedAtMs: ({ updatedAtMs }) => updatedAtMs,
      work: (deposit) => pollDeposit(needs, deposit),
      isSilence: () => false,
      onFailure: (deposit, thrown) =>
        log.error('deposit could not be polled', {
          depositId: deposit.depositId,
          detail: failureMessage(thrown),
        }),
      limits: depositPollerLimits,
    },
    { shard },
  );
  return { deposits: done, failed, left };
}
