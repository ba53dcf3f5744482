import { idSchema } from '#shared/ids.ts';
import { limits } from '#shared/limits.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { canonicalMailbox } from './canonical-mailbox.ts';

/** The outcome of the referral that a sign-up named. */
export type ReferralOutcome = {
  readonly attempted: boolean;
  readonly eligible: boolean;
  readonly reason?: string;
};

const invalidCode = 'The referral code is invalid or has expired.';
const notEligible = "The referrer's account is not eligible.";

/**
 * Judges a sign-up's referral as things are now: the link must name another person (not oneself under another spelling
 * of the same mailbox, nor a mailbox that once had an account) who is verified, not suspended, and
 * has enough on the balance for the link to be active. The reason never says which of these it was: a stranger's
 * balance is nobody's business.
 */
export async function judgeReferral(
  { store, keys }: Pick<Services, 'store' | 'keys'>,
  user: User,
): Promise<ReferralOutcome> {
  if (user.referredBy === undefined) return { attempted: false, eligible: false };
  const named = idSchema('user').safeParse(user.referredBy);
  if (!named.success || named.data === user.userId) return { attempted: true, eligible: false, reason: invalidCode };
  const [referrer, wallet] = await store.getBoth(
    { kind: 'user', key: { userId: named.data } },
    { kind: 'wallet', key: { userId: named.data } },
  );
  if (referrer === undefined || wallet === undefined) {
    return { attempted: true, eligible: false, reason: invalidCode };
  }
  if (canonicalMailbox(referrer.email) === canonicalMailbox(user.email)) {
    return { attempted: true, eligible: false, reason: invalidCode };
  }
  const mailboxHash = await keys.emailHash(canonicalMailbox(user.email));
  if (await store.get('formerMailbox', { mailboxHash })) {
    return { attempted: true, eligible: false, reason: invalidCode };
  }
  const isActive =
    referrer.isVerified &&
    !referrer.isSuspended &&
    wallet.availableCents - wallet.debtCents >= limits.referralLinkActiveCents;
  return isActive ? { attempted: true, eligible: true } : { attempted: true, eligible: false, reason: notEligible };
}
