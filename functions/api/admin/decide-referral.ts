import { heldReferralRoutes } from '#shared/contract/held-referrals.ts';
import { decideHeldReferral } from '#functions/domain/signals/decide-held-referral.ts';
import { describeHeld } from '#functions/domain/signals/describe-held.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Releases or refuses a held referral. */
export const handler = endpoint(heldReferralRoutes, 'admin.decide-referral', async (request, services) => {
  const { caller, params, body } = request;
  const { outcome, reason } = body;
  const decision = { refereeId: params.id, actorId: caller.user.userId, outcome, reason };
  const [described] = await describeHeld(services.store, [await decideHeldReferral(services, decision)]);
  if (described === undefined) throw new Error('a decided referral has no review');
  return described;
});
