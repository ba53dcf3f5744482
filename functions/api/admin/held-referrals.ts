import { heldReferralRoutes } from '#shared/contract/held-referrals.ts';
import { describeHeld } from '#functions/domain/signals/describe-held.ts';
import { heldMost } from '#functions/domain/signals/referral-ticket.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';

/** Lists a referrer's referrals that are held for review, oldest first. */
export const handler = readEndpoint(heldReferralRoutes, 'admin.held-referrals', {
  find: ({ query }, { store }) => store.listHeldReferrals(query.user, heldMost),
  answer: (held, _request, { store }) => describeHeld(store, held),
});
