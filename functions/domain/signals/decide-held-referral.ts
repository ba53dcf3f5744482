import type { Reward } from '#functions/ports/entities/referrals.ts';
import type { Services } from '#functions/ports/services.ts';
import type { AuditNeeds } from '#functions/domain/admin/audit-write.ts';
import { decideReferral, type ReferralDecision } from '#functions/domain/referrals/decide-referral.ts';
import { trySettleReward } from '#functions/domain/referrals/settle-reward.ts';
import { closeReferralTicket } from './referral-ticket.ts';

type Needs = AuditNeeds & Pick<Services, 'store' | 'log'>;

/**
 * Decides a held referral and settles the rewards that became due. With the referrer's last held referral, closes the
 * ticket. If the process dies after the decision, the payout job settles and reconciliation closes the ticket. Throws
 * as `decideReferral` does.
 */
export async function decideHeldReferral(needs: Needs, decision: ReferralDecision): Promise<Reward> {
  const { refereeId, actorId, reason } = decision;
  const decided = await decideReferral(needs, decision);
  await trySettleReward(needs, { refereeId, event: 'signup' });
  await trySettleReward(needs, { refereeId, event: 'card_created' });
  const { referrerId } = decided;
  // The list may still contain the referral that was just decided.
  const left = await needs.store.listHeldReferrals(referrerId, 2);
  if (left.every((reward) => reward.refereeId === refereeId)) {
    await closeReferralTicket(needs, { referrerId, actorId, reason });
  }
  return decided;
}
