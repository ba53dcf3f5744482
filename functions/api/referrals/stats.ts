import { referralRoutes } from '#shared/contract/referrals.ts';
import { describeReferralAccount, newReferralAccount } from '#functions/domain/referrals/referral-account.ts';
import type { ReferralAccount } from '#functions/ports/entities/referrals.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';

/** Returns the caller's earnings from referrals; an empty account when there are none. */
export const handler = readEndpoint<'referrals.stats', ReferralAccount | undefined>(referralRoutes, 'referrals.stats', {
  want: ({ userId }) => ({ kind: 'referralAccount', key: { userId } }),
  answer: async (account, { caller: { user } }, { clock }) =>
    describeReferralAccount(account ?? newReferralAccount(user.userId, clock.now())),
});
