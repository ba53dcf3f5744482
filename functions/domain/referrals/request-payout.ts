import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import { limits } from '#shared/limits.ts';
import { formatCents } from '#shared/money.ts';
import type { Services } from '#functions/ports/services.ts';
import { unchanged, update } from '#functions/ports/store.ts';
import { refuseLocked } from '#functions/domain/cards/account-lock.ts';
import { refuseClosed } from '#functions/domain/ledger/refusals.ts';
import { claimedBy, claimWrites, type NewClaim } from '../idempotency/claim.ts';
import { withRetries } from '../with-retries.ts';
import { missingOf, newReferralAccount, withdrawableOf } from './referral-account.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random'>;

/**
 * Requests a payout of all whole units of a referrer's rewards. The payout job pays it. Returns the payout's id.
 * Throws AppError InvalidAccessToken (the account is closed), AccountLocked, Conflict while another payout is pending,
 * and InsufficientFunds when there is no whole unit.
 */
export async function requestPayout(
  needs: Needs,
  { userId, claim }: { readonly userId: Id<'user'>; readonly claim: NewClaim | undefined },
): Promise<Id<'movement'>> {
  const { store, clock, random } = needs;
  const askedAtMs = clock.now();
  const payoutId = random.id('movement', askedAtMs);
  return withRetries(needs, async () => {
    const nowMs = clock.now();
    const [user, found] = await store.getBoth(
      { kind: 'user', key: { userId } },
      { kind: 'referralAccount', key: { userId } },
    );
    if (!user) throw new Error(`no such user: ${userId}`);
    refuseClosed(user);
    refuseLocked(user);
    const account = found ?? newReferralAccount(userId, nowMs);
    if (account.requested) {
      throw new AppError(
        'Conflict',
        `A payout of ${formatCents(account.requested.amountCents)} is already on its way. You can ask again once it is paid.`,
      );
    }
    const amountCents = withdrawableOf(account);
    if (amountCents <= 0) {
      throw new AppError(
        'InsufficientFunds',
        `Rewards are paid out in units of ${formatCents(limits.referralPayoutUnitCents)}. You need ${formatCents(missingOf(account))} more.`,
      );
    }
    await store.commit([
      update('referralAccount', account, {
        requested: { payoutId, amountCents, atMs: askedAtMs, ...claimedBy(claim, nowMs) },
        dueAtMs: nowMs,
        updatedAtMs: nowMs,
      }),
      // A lock in this very moment wins.
      unchanged('user', { userId }, user),
      ...claimWrites(claim, payoutId, nowMs),
    ]);
    return payoutId;
  });
}

/** Describes a requested payout for the referrer. */
export async function describePayout(
  { store }: Pick<Services, 'store'>,
  userId: Id<'user'>,
  payoutId: Id<'movement'>,
): Promise<string> {
  const [account, paid] = await store.getBoth(
    { kind: 'referralAccount', key: { userId } },
    { kind: 'movement', key: { userId, subjectId: payoutId } },
  );
  if (paid) return `${formatCents(paid.paidCents)} was added to your balance.`;
  const { requested } = account ?? {};
  if (requested?.payoutId !== payoutId) return 'Your payout request was received.';
  return `${formatCents(requested.amountCents)} will be added to your balance with the next payout, usually within the hour.`;
}
