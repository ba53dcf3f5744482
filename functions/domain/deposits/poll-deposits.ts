import type { Services } from '#functions/ports/services.ts';
import { inParallel } from '../in-parallel.ts';
import { pollDeposit } from './poll-deposit.ts';

type Needs = Parameters<typeof pollDeposit>[0] & Pick<Services, 'store'>;

/** Maximum number of deposits per shard in one run; the rest is due a minute later. */
const batch = 50;

/** Time after which a run begins no further deposit, in milliseconds: its function has 55 seconds. */
const beginsForMs = 30_000;

/** Reads every deposit once that is due now, or within `aheadMs`. Any number of polls may run at once. */
export async function pollDeposits(
  needs: Needs,
  { aheadMs = 0 }: { readonly aheadMs?: number } = {},
): Promise<{ deposits: number; failed: number; left: number }> {
  const startedAtMs = needs.clock.now();
  const due = await needs.store.listDueDeposits(needs.clock.now() + aheadMs, batch);
  const { done, failed, left } = await inParallel(
    due,
    8,
    (deposit) => pollDeposit(needs, deposit),
    (deposit, thrown) =>
      needs.log.error('deposit could not be polled', {
        depositId: deposit.depositId,
        detail: thrown instanceof Error ? thrown.message : 'unknown',
      }),
    () => needs.clock.now() >= startedAtMs + beginsForMs,
  );
  return { deposits: done, failed, left };
}
