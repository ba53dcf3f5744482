import { describeReferralAccount, newReferralAccount } from '#functions/domain/referrals/referral-account.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** What the caller has earned by referring people. Who has earned nothing has an empty account. */
export const handler = endpoint('referrals.stats', async ({ caller }, { store, clock }) => {
  const { userId } = caller.user;
  const account = await store.get('referralAccount', { userId });
  return describeReferralAccount(account ?? newReferralAccount(userId, clock.now()));
});
