import type { Reward } from '#functions/ports/entities/referrals.ts';
import type { ErrorText } from '#functions/ports/error-texts.ts';
import type { Services } from '#functions/ports/services.ts';
import { failureMessage } from '#functions/domain/failure-text.ts';
import { inParallel } from '../in-parallel.ts';
import { workOff } from '../work-off.ts';
import { payOut } from './pay-out.ts';
import { settleReward } from './settle-reward.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log'>;

/** Maximum number of rewards, and of payouts, of a shard that are read at once. A run reads on until its time is over. */
const batch = 100;

/** Time after which a run begins no further reward, and then no further payout, in milliseconds; the function has 55 s. */
export const beginsForMs = { rewards: 20_000, payouts: 40_000 };

/** Maximum number of referrers at once. */
export const referrersAtOnce = 8;

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
        detail: failureMessage(thrown),
      });

  const beganAtMs = clock.now();
  const isOver = (beginsMs: number) => (): boolean => clock.now() - beganAtMs > beginsMs;
  // A referrer's rewards are settled one after another, because they change the same account.
  const settle = async (due: readonly Reward[]): Promise<{ done: number; failed: number }> => {
    let [done, failed] = [0, 0];
    const byReferrer = Map.groupBy(due, (reward) => reward.referrerId);
    await inParallel(
      [...byReferrer.values()],
      referrersAtOnce,
      async (own) => {
        const outcome = await inParallel(
          own,
          1,
          (reward) => settleReward(needs, reward),
          complain('reward could not be settled'),
          isOver(beginsForMs.rewards),
        );
        done += outcome.done;
        failed += outcome.failed;
      },
      () => undefined,
    );
    return { done, failed };
  };
  const rewards = await workOff(
    (limit) => store.listDueRewards(beganAtMs, limit),
    batch,
    ({ refereeId, event }) => `${refereeId}:${event}`,
    settle,
    isOver(beginsForMs.rewards),
  );

  let payouts = 0;
  const dueByMs = clock.now();
  const paid = await workOff(
    (limit) => store.listDueReferralAccounts(dueByMs, limit),
    batch,
    ({ userId }) => userId,
    (due) =>
      inParallel(
        due,
        referrersAtOnce,
        async ({ userId }) => {
          if ((await payOut(needs, userId)) === 'paid') payouts += 1;
        },
        complain('payout could not be paid'),
        isOver(beginsForMs.payouts),
      ),
    isOver(beginsForMs.payouts),
  );
  return { rewards: rewards.done, payouts, failed: rewards.failed + paid.failed };
}
