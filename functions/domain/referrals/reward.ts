import type * as z from 'zod/mini';
import type { ReferralReward } from '#shared/contract/referrals.ts';
import { idSchema, type Id } from '#shared/ids.ts';
import { limits } from '#shared/limits.ts';
import { formatCents, minus, sum, zero, type Cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import type { ReferralAccount, Reward } from '#functions/ports/entities/referrals.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update, type Store, type Write } from '#functions/ports/store.ts';
import { addressForm } from '../address-form.ts';

/** Returns the referrer of a person; undefined when there is none, or the referral did not count. */
export function referrerOf(user: Pick<User, 'referredBy' | 'referral'>): Id<'user'> | undefined {
  if (user.referral?.isEligible !== true) return undefined;
  return idSchema('user').safeParse(user.referredBy).data;
}

/**
 * Returns the write of the reward for a sign-up, for the transaction that verifies the account. The reward waits until
 * the person has deposited enough.
 */
export function signupRewardWrites(
  { random, clock }: Pick<Services, 'random' | 'clock'>,
  user: Pick<User, 'userId' | 'email' | 'referredBy' | 'referral'>,
): readonly Write[] {
  const referrerId = referrerOf(user);
  if (referrerId === undefined) return [];
  const nowMs = clock.now();
  return [
    insert('reward', {
      refereeId: user.userId,
      event: 'signup',
      rewardId: random.id('reward', nowMs),
      referrerId,
      maskedEmail: maskEmail(user.email),
      amountCents: limits.referralSignupRewardCents,
      stage: 'pending',
      reason: signupReasons.waiting,
      depositedCents: zero,
      cause: undefined,
      isRevoked: false,
      dueAtMs: undefined,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      version: 1,
    }),
  ];
}

/**
 * Returns the write of the reward for a referred person's first card, for the transaction that settles the card. Empty
 * for a later card.
 */
export async function cardRewardWrites(
  { store, random }: Pick<Services, 'store' | 'random'>,
  operation: Pick<Operation, 'operationId' | 'userId'>,
  nowMs: number,
): Promise<readonly Write[]> {
  const { userId, operationId } = operation;
  const [user, known] = await store.getBoth(
    { kind: 'user', key: { userId } },
    { kind: 'reward', key: { refereeId: userId, event: 'card_created' } },
  );
  const referrerId = user && referrerOf(user);
  if (user === undefined || referrerId === undefined || known !== undefined) return [];
  return [
    insert('reward', {
      refereeId: userId,
      event: 'card_created',
      rewardId: random.id('reward', nowMs),
      referrerId,
      maskedEmail: maskEmail(user.email),
      amountCents: cardReward(await store.get('referralAccount', { userId: referrerId })),
      stage: 'pending',
      reason: cardReasons.due,
      cause: operationId,
      isRevoked: false,
      dueAtMs: nowMs,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      version: 1,
    }),
  ];
}

function cardReward(account: ReferralAccount | undefined): Reward['amountCents'] {
  return account?.isPremium === true ? limits.referralPremiumCardRewardCents : limits.referralCardRewardCents;
}

/** The reason for the stage of a card's reward, for the referrer. */
export const cardReasons = {
  due: 'They created their first card. The reward is being credited.',
  earned: 'They created their first card.',
} as const;

/** The reason that a reward waits for our review, for the referrer. It never says what spoke against the referral. */
export const underReview = 'Our team is reviewing this referral. You don’t need to do anything.';

/**
 * Reason of a refused referral's reward, shown to the referrer. It never says what raised doubts about the referral.
 */
export const refusedReferral = 'Our team reviewed this referral: it doesn’t earn rewards.';

/** Maximum number of source addresses that are remembered of a user. */
export const sourcesMax = 50;

/** The reason for the stage of a sign-up's reward, for the referrer. It never reveals the referred person's sum. */
export const signupReasons = {
  waiting: `It counts once their credited deposits reach ${formatCents(limits.referralSignupDepositedCents)}.`,
  reached: `Their credited deposits reached ${formatCents(limits.referralSignupDepositedCents)}. The reward is being credited.`,
  earned: `Their credited deposits reached ${formatCents(limits.referralSignupDepositedCents)}.`,
  refunded: `Refunds brought their deposits below ${formatCents(limits.referralSignupDepositedCents)}.`,
} as const;

/**
 * Builds the changes to the reward of a depositor's sign-up that follow from a deposit's credit, as part of the
 * deposit's transaction. The reward carries the sum of all of the person's credited deposits, so two deposits at once
 * cannot miss each other. The paying address is kept: it reveals two accounts of one person.
 */
export async function depositRewardWrites(
  store: Store,
  deposit: Pick<Deposit, 'depositId' | 'userId'>,
  change: {
    readonly fromCents: Cents;
    readonly toCents: Cents;
    readonly sourceAddress: string | undefined;
    /**
     * True when the depositor has closed the account: the money waits for a return, and so does the reward it earns.
     */
    readonly isClosed: boolean;
  },
  nowMs: number,
): Promise<readonly Write[]> {
  const { userId, depositId } = deposit;
  if (change.toCents === change.fromCents) return [];
  const [reward, sources] = await store.getBoth(
    { kind: 'reward', key: { refereeId: userId, event: 'signup' } },
    { kind: 'depositSources', key: { userId } },
  );
  const writes: Write[] = [];
  if (reward !== undefined && reward.stage !== 'cancelled' && !reward.isRevoked) {
    const before = reward.depositedCents ?? (await creditedBefore(store, userId));
    const depositedCents = sum(before, minus(change.toCents, change.fromCents));
    const after = afterDeposit(
      reward,
      { ...change, depositId, depositedCents, isLoss: depositedCents < before },
      nowMs,
    );
    writes.push(update('reward', reward, { depositedCents, ...after, updatedAtMs: nowMs }));
  }
  const address = change.sourceAddress === undefined ? undefined : addressForm(change.sourceAddress);
  const isGain = change.toCents > change.fromCents;
  if (isGain && address !== undefined && sources?.addresses.includes(address) !== true) {
    const addresses = [...(sources?.addresses ?? []), address].slice(-sourcesMax);
    writes.push(
      sources
        ? update('depositSources', sources, { addresses })
        : insert('depositSources', { userId, addresses, version: 1 }),
    );
  }
  return writes;
}

/**
 * Returns the change of a sign-up's reward by the new sum of credited deposits: due, waiting again, taken back, or
 * unchanged.
 */
function afterDeposit(
  reward: Reward,
  deposit: {
    readonly depositId: Id<'deposit'>;
    readonly depositedCents: Cents;
    readonly isLoss: boolean;
    readonly isClosed: boolean;
  },
  nowMs: number,
): Partial<Reward> {
  const { depositId, depositedCents, isLoss, isClosed } = deposit;
  const isReached = depositedCents >= limits.referralSignupDepositedCents;
  if (reward.stage === 'pending') {
    // Deposits count during a review too: the release makes the reward due.
    if (reward.review?.state === 'held') return { cause: isReached ? (reward.cause ?? depositId) : undefined };
    if (!isReached) return { cause: undefined, dueAtMs: undefined, reason: signupReasons.waiting };
    if (reward.cause !== undefined) return {};
    return isClosed ? { cause: depositId } : { cause: depositId, dueAtMs: nowMs, reason: signupReasons.reached };
  }
  return isLoss && !isReached ? { isRevoked: true, dueAtMs: nowMs, reason: signupReasons.refunded } : {};
}

/**
 * Sums the credited amounts in the person's deposit lines, for a reward that was stored before rewards carried the sum.
 */
async function creditedBefore(store: Store, userId: Id<'user'>): Promise<Cents> {
  let total = zero;
  let cursor: string | undefined;
  do {
    const page = await store.listActivity(userId, { limit: 100, cursor });
    for (const { kind, paidCents } of page.items) if (kind === 'deposit') total = sum(total, paidCents);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return total;
}

/**
 * Returns the write that makes a reward due that was reached while the depositor's account was closed, for the
 * transaction of the return.
 */
export function returnedReward(reward: Reward | undefined, nowMs: number): readonly Write[] {
  if (reward?.stage !== 'pending' || reward.cause === undefined || reward.dueAtMs !== undefined) return [];
  return [update('reward', reward, { dueAtMs: nowMs, reason: signupReasons.reached, updatedAtMs: nowMs })];
}

/** Returns the write that takes a reward back; empty when that has happened already. */
export function revocation(reward: Reward, reason: string, nowMs: number): readonly Write[] {
  if (reward.stage === 'cancelled' || reward.isRevoked) return [];
  return [update('reward', reward, { isRevoked: true, reason, dueAtMs: nowMs, updatedAtMs: nowMs })];
}

/** Masks an address: `ad…@example.com`, its first two characters, an ellipsis and the domain. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, Math.min(at, 2))}…${email.slice(at)}`;
}

/** Describes a reward for the API. */
export function describeReward(reward: Reward): z.input<typeof ReferralReward> {
  return {
    _id: reward.rewardId,
    createdAt: new Date(reward.createdAtMs).toISOString(),
    refferedUseremail: reward.maskedEmail,
    event: reward.event,
    referrerUserReward: reward.amountCents,
    stage: reward.stage,
    reason: reward.reason,
  };
}
