import type { Reward } from '#functions/ports/entities/referrals.ts';
import type { ErrorText } from '#functions/ports/error-texts.ts';
import type { Services } from '#functions/ports/services.ts';
import { inParallel } from '../in-parallel.ts';
import { payOut } from './pay-out.ts';
import { settleReward } from './settle-reward.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log'>;

/** Maximum number of rewards and payouts per shard in one run; the next run continues. */
const batch = 100;

/** The counts of a run. */
export type PayoutReport = { readonly rewards: number; readonly payouts: number; readonly failed: number };

/**
 * Settles the rewards that are due, and pays the payouts that are due. Any number of runs may go at once, and any may
 * die: each step is one conditional transaction.
 */
export async function payReferrals(needs: Needs): Promise<PayoutReport> {
  const { store, clock, log } = needs;
  const complain =
    (message: ErrorText) =>
    (item: { readonly referrerId?: string; readonly userId?: string }, thrown: unknown): void =>
      log.error(message, {
        userId: item.userId ?? item.referrerId,
        detail: thrown instanceof Error ? thrown.message : 'unknown',
      });

  // A referrer's rewards are settled one after another, because they change the same account.
  const byReferrer = Map.groupBy(await store.listDueRewards(clock.now(), batch), (reward) => reward.referrerId);
  let [rewards, failed] = [0, 0];
  const settle = async (due: readonly Reward[]): Promise<void> => {
    const outcome = await inParallel(
      due,
      1,
      (reward) => settleReward(needs, reward),
      complain('reward could not be settled'),
    );
    rewards += outcome.done;
    failed += outcome.failed;
  };
  await inParallel([...byReferrer.values()], 8, settle, () => undefined);

  let payouts = 0;
  const paid = await inParallel(
    await store.listDueReferralAccounts(clock.now(), batch),
    8,
    async ({ userId }) => {
      if ((await payOut(needs, userId)) === 'paid') payouts += 1;
    },
    complain('payout could not be paid'),
  );
  return { rewards, payouts, failed: failed + paid.failed };
}
