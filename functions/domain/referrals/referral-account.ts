import type * as z from 'zod/mini';
import type { ReferralStats } from '#shared/contract/referrals.ts';
import type { Id } from '#shared/ids.ts';
import { limits } from '#shared/limits.ts';
import { cents, minus, sum, zero, type Cents } from '#shared/money.ts';
import type { ReferralAccount } from '#functions/ports/entities/referrals.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, WriteConflict } from '#functions/ports/store.ts';

const unit = limits.referralPayoutUnitCents;

/** Returns a referrer's account before the first reward. */
export function newReferralAccount(userId: Id<'user'>, nowMs: number): ReferralAccount {
  return {
    userId,
    balanceCents: zero,
    withdrawnCents: zero,
    requested: undefined,
    isPremium: false,
    isAutomatic: false,
    earnedOn: undefined,
    sequence: 0,
    lastHash: '',
    dueAtMs: undefined,
    updatedAtMs: nowMs,
    version: 1,
  };
}

/** Returns a referrer's account, and opens it when there is none yet. */
export async function openReferralAccount(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  userId: Id<'user'>,
): Promise<ReferralAccount> {
  const known = await store.get('referralAccount', { userId });
  if (known) return known;
  const opened = newReferralAccount(userId, clock.now());
  try {
    await store.commit([insert('referralAccount', opened)]);
    return opened;
  } catch (thrown) {
    // Another request opened it just now.
    const other = thrown instanceof WriteConflict ? await store.get('referralAccount', { userId }) : undefined;
    if (!other) throw thrown;
    return other;
  }
}

/** Returns the whole payout units in an amount, in cents; 0 for an amount below zero. */
export function wholeUnits(amountCents: Cents): Cents {
  return cents(Math.max(0, Math.floor(amountCents / unit) * unit));
}

/** Returns the rewards in the account that no payout was requested for, in cents. */
function freeOf({ balanceCents, requested }: ReferralAccount): Cents {
  return minus(balanceCents, requested?.amountCents ?? zero);
}

/** Returns the amount for which a payout can be requested now, in cents. */
export function withdrawableOf(account: ReferralAccount): Cents {
  return wholeUnits(freeOf(account));
}

/** Returns the cents that are missing to the next unit; 0 when one is ready. */
export function missingOf(account: ReferralAccount): Cents {
  const free = freeOf(account);
  return free >= unit ? zero : minus(unit, free);
}

/** Returns when the payout job has to process an account: at once when a payout is requested, or is automatic. */
export function payoutDueAtMs(account: ReferralAccount, nowMs: number): number | undefined {
  // A time that is set already stands: a payout that was put off stays put off.
  if (account.requested !== undefined) return account.dueAtMs ?? nowMs;
  return account.isAutomatic && withdrawableOf(account) > 0 ? (account.dueAtMs ?? nowMs) : undefined;
}

/** Describes an account for the API. */
export function describeReferralAccount(account: ReferralAccount): z.input<typeof ReferralStats> {
  const { balanceCents, withdrawnCents, requested } = account;
  return {
    totalEarnings: sum(balanceCents, withdrawnCents),
    totalWithdrawn: withdrawnCents,
    withdrawableAmount: withdrawableOf(account),
    remainingToNextPayout: missingOf(account),
    pendingRequest:
      requested === undefined
        ? null
        : { amount: requested.amountCents, requestedAt: new Date(requested.atMs).toISOString() },
  };
}
