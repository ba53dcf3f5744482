import { referralRoutes } from '#shared/contract/referrals.ts';
import { describeReferralAccount, newReferralAccount } from '#functions/domain/referrals/referral-account.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Returns the caller's earnings from referrals; an empty account when there are none. */
export const handler = endpoint(referralRoutes, 'referrals.stats', async ({ caller }, { store, clock }) => {
  const { userId } = caller.user;
  const account = await store.get('referralAccount', { userId });
  return describeReferralAccount(account ?? newReferralAccount(userId, clock.now()));
});
