import { referralRoutes } from '#shared/contract/referrals.ts';
import { describePayout, requestPayout } from '#functions/domain/referrals/request-payout.ts';
import { moneyEndpoint } from '#functions/runtime/endpoint.ts';
import type { Id } from '#shared/ids.ts';

/** Asks for a payout of the caller's rewards. The payout job pays it. */
export const handler = moneyEndpoint(referralRoutes, 'referrals.withdraw', {
  start: ({ caller }, services, claim) => requestPayout(services, { userId: caller.user.userId, claim }),
  answer: async (payoutId, { caller }, services) => ({
    message: await describePayout(services, caller.user.userId, payoutId as Id<'movement'>),
  }),
});
