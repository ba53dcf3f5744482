import type { EntityKeys } from '#functions/ports/entities.ts';
import type { Reward } from '#functions/ports/entities/referrals.ts';
import type { Services } from '#functions/ports/services.ts';
import { unchanged, update, type Store, type Write } from '#functions/ports/store.ts';
import { rewardEarned, rewardTakenBack } from '#functions/domain/ledger/referral-postings.ts';
import { failureName } from '#functions/domain/failure-text.ts';
import { Posting } from '../ledger/posting.ts';
import { withRetries } from '../with-retries.ts';
import { openReferralAccount, payoutDueAtMs } from './referral-account.ts';
import { cardReasons, refusedReferral, signupReasons, underReview } from './reward.ts';
import { earnedOnDay, waitOf } from './reward-cap.ts';
import { readPerson, samePerson } from './self-referral.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log'>;

const earned: Readonly<Record<Reward['event'], string>> = {
  signup: signupReasons.earned,
  card_created: cardReasons.earned,
};

/**
 * Credits a due reward to its referrer's account, or takes it back. Reward and account change in one transaction, each
 * conditional on its version, so it happens once, however often this is called. Does nothing when the reward is not
 * due. A referrer who is the referred person gets nothing. A reward beyond the limits waits, and so does one of a
 * referral that is held for review; the sign-up's reward holds the review for both. A suspension takes no reward away:
 * it delays the payout (`pay-out.ts`).
 */
export async function settleReward(needs: Needs, key: EntityKeys['reward']): Promise<void> {
  const { store, clock, log } = needs;
  await withRetries(needs, async () => {
    const { reward, referral } = await readReferral(store, key);
    if (reward?.dueAtMs === undefined) return;
    const nowMs = clock.now();
    const ended = (stage: Reward['stage'], reason: string): Write =>
      update('reward', reward, { stage, reason, dueAtMs: undefined, updatedAtMs: nowMs });
    // The write is conditional on the sign-up's reward, so that its review cannot change meanwhile.
    const guard =
      reward.event === 'signup' || referral === undefined
        ? []
        : [unchanged('reward', { refereeId: referral.refereeId, event: 'signup' }, referral)];
    if (referral?.review?.state === 'held' && !reward.isRevoked) {
      const held = { reason: underReview, dueAtMs: undefined, updatedAtMs: nowMs };
      await store.commit([update('reward', reward, held), ...guard]);
      log.info('reward held for review', factsOf(reward));
      return;
    }
    const isRefused = referral?.review?.state === 'refused';
    const refusal = reward.isRevoked ? reward.reason : isRefused ? refusedReferral : await refusalOf(needs, reward);
    if (refusal !== undefined && reward.stage !== 'matured') {
      await store.commit([ended('cancelled', refusal)]);
      log.info('reward cancelled', { ...factsOf(reward), reason: refusal });
      return;
    }
    const account = await openReferralAccount(needs, reward.referrerId);
    const wait = reward.isRevoked ? undefined : waitOf(account, reward, nowMs);
    if (wait !== undefined) {
      await store.commit([update('reward', reward, { ...wait, updatedAtMs: nowMs })]);
      log.warn('reward put off: the referrer has had many', { ...factsOf(reward), reason: wait.reason });
      return;
    }
    const posting = new Posting(nowMs, { referral: account });
    posting.post(reward.isRevoked ? rewardTakenBack(reward) : rewardEarned(reward));
    if (!reward.isRevoked) posting.changeReferral({ earnedOn: earnedOnDay(account, nowMs) });
    posting.changeReferral({ dueAtMs: payoutDueAtMs(posting.referral, nowMs) });
    await store.commit([
      reward.isRevoked ? ended('cancelled', reward.reason) : ended('matured', earned[reward.event]),
      ...(reward.isRevoked ? [] : guard),
      ...(await posting.writes(store)),
    ]);
    log.info(reward.isRevoked ? 'reward taken back' : 'reward earned', factsOf(reward));
  });
}

/** Settles a reward right after the event that made it due. If that fails, the payout job settles it later. */
export async function trySettleReward(needs: Needs, key: EntityKeys['reward']): Promise<void> {
  try {
    await settleReward(needs, key);
  } catch (thrown) {
    const error = failureName(thrown);
    needs.log.warn('reward left to the payout job', { refereeId: key.refereeId, event: key.event, error });
  }
}

/** Reads a reward and the reward for the same person's sign-up, which holds the review of the referral. */
async function readReferral(
  store: Store,
  { refereeId, event }: EntityKeys['reward'],
): Promise<{ readonly reward: Reward | undefined; readonly referral: Reward | undefined }> {
  const signup = { refereeId, event: 'signup' } as const;
  if (event === 'signup') {
    const reward = await store.get('reward', signup);
    return { reward, referral: reward };
  }
  const [reward, referral] = await store.getBoth(
    { kind: 'reward', key: { refereeId, event } },
    { kind: 'reward', key: signup },
  );
  return { reward, referral };
}

async function refusalOf({ store }: Needs, reward: Reward): Promise<string | undefined> {
  const [referrer, referee] = await Promise.all([
    readPerson(store, reward.referrerId),
    readPerson(store, reward.refereeId),
  ]);
  return samePerson(referrer, referee);
}

function factsOf(reward: Reward): Readonly<Record<string, string | number>> {
  const { refereeId, referrerId, event, amountCents } = reward;
  return { refereeId, referrerId, event, amountCents };
}
