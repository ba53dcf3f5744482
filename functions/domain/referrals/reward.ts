import type * as z from 'zod/mini';
import type { ReferralReward } from '#shared/contract/referrals.ts';
import { idSchema, type Id } from '#shared/ids.ts';
import { limits } from '#shared/limits.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import type { ReferralAccount, Reward } from '#functions/ports/entities/referrals.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update, type Store, type Write } from '#functions/ports/store.ts';
import { addressForm } from '../address-form.ts';

/** Who referred a person; undefined when nobody did, or it did not count. */
export function referrerOf(user: Pick<User, 'referredBy' | 'referral'>): Id<'user'> | undefined {
  if (user.referral?.isEligible !== true) return undefined;
  return idSchema('user').safeParse(user.referredBy).data;
}

/** The reward for a sign-up: part of the verification's transaction. It waits for the person's first deposit. */
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
      reason: 'It counts once their first deposit is credited.',
      cause: undefined,
      isRevoked: false,
      dueAtMs: undefined,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      version: 1,
    }),
  ];
}

/** The reward for a referred person's first card: part of the transaction that settles it. Nothing for a later card. */
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
      reason: 'They created their first card. It is being booked.',
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

/** So many addresses of a user are remembered. */
export const sourcesMax = 50;

/**
 * What a change of a deposit's credit means for the reward of its depositor's sign-up: part of the deposit's transaction.
 * The first credit earns it, and when all of that is taken back again, so is the reward. The address that paid is kept:
 * it tells two accounts of one person.
 */
export async function depositRewardWrites(
  store: Store,
  deposit: Pick<Deposit, 'depositId' | 'userId'>,
  change: { readonly fromCents: number; readonly toCents: number; readonly sourceAddress: string | undefined },
  nowMs: number,
): Promise<readonly Write[]> {
  const { userId, depositId } = deposit;
  if (change.toCents === change.fromCents) return [];
  const [reward, sources] = await store.getBoth(
    { kind: 'reward', key: { refereeId: userId, event: 'signup' } },
    { kind: 'depositSources', key: { userId } },
  );
  if (change.toCents < change.fromCents) {
    if (change.toCents > 0 || reward?.cause !== depositId) return [];
    return revocation(reward, 'Their first deposit was refunded.', nowMs);
  }
  const writes: Write[] = [];
  if (reward?.stage === 'pending' && reward.cause === undefined) {
    const reason = 'Their first deposit was credited. It is being booked.';
    writes.push(update('reward', reward, { cause: depositId, reason, dueAtMs: nowMs, updatedAtMs: nowMs }));
  }
  const address = change.sourceAddress === undefined ? undefined : addressForm(change.sourceAddress);
  if (address !== undefined && sources?.addresses.includes(address) !== true) {
    const addresses = [...(sources?.addresses ?? []), address].slice(-sourcesMax);
    writes.push(
      sources
        ? update('depositSources', sources, { addresses })
        : insert('depositSources', { userId, addresses, version: 1 }),
    );
  }
  return writes;
}

/** The write that takes a reward back; nothing when it is cancelled already. */
export function revocation(reward: Reward, reason: string, nowMs: number): readonly Write[] {
  if (reward.stage === 'cancelled' || reward.isRevoked) return [];
  return [update('reward', reward, { isRevoked: true, reason, dueAtMs: nowMs, updatedAtMs: nowMs })];
}

/** `ad…@example.com`: the first two characters, an ellipsis and the domain. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, Math.min(at, 2))}…${email.slice(at)}`;
}

/** A reward as the API tells it. */
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
