import type { Id } from '#shared/ids.ts';
import type { ReferralSignal, Reward } from '#functions/ports/entities/referrals.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { auditWrite, type AuditNeeds } from '#functions/domain/admin/audit-write.ts';
import { commitForRetry, withRetries } from '#functions/domain/with-retries.ts';
import { underReview } from './reward.ts';

/**
 * Holds the rewards of a referral until staff decide on it, and writes the audit record. The review is stored in the
 * reward of the sign-up; the reward of the first card waits for it. Rewards that are booked stay. Repeated calls hold it
 * once. A referral that staff decided is held again only for a signal that they did not see. Returns whether it is held.
 */
export async function holdReferral(
  needs: AuditNeeds & Pick<Services, 'store'>,
  refereeId: Id<'user'>,
  signals: readonly ReferralSignal[],
): Promise<boolean> {
  const { store, clock } = needs;
  return withRetries(needs, async () => {
    const reward = await store.get('reward', { refereeId, event: 'signup' });
    // A reward that was taken back, or is being taken back, has nothing left to hold.
    if (reward === undefined || reward.stage === 'cancelled' || reward.isRevoked) return false;
    const { review } = reward;
    const known = review?.signals ?? [];
    const fresh = signals.filter((signal) => !known.includes(signal));
    if (fresh.length === 0) return review?.state === 'held';
    if (review?.state === 'refused') return false;
    const nowMs = clock.now();
    const sinceMs = review?.state === 'held' ? review.sinceMs : nowMs;
    await commitForRetry(store, [
      update('reward', reward, {
        review: { state: 'held', signals: [...known, ...fresh], sinceMs },
        ...waiting(reward),
        updatedAtMs: nowMs,
      }),
      auditWrite(needs, {
        action: 'referral-held',
        actorId: 'system',
        subjectId: reward.referrerId,
        before: { review: review?.state ?? 'none' },
        after: { review: 'held', referee: refereeId, signals: fresh.join(', ') },
      }),
    ]);
    return true;
  });
}

/** Returns the changes of a held reward: an unbooked reward waits, a booked one stays as it is. */
function waiting({ stage }: Reward): Partial<Reward> {
  return stage === 'pending' ? { dueAtMs: undefined, reason: underReview } : {};
}
