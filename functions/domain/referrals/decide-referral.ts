import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { ReferralReview, Reward } from '#functions/ports/entities/referrals.ts';
import type { Services } from '#functions/ports/services.ts';
import { absent, update, type Write } from '#functions/ports/store.ts';
import { auditWrites, type AuditNeeds } from '#functions/domain/admin/audit-write.ts';
import { decidingAdmin } from '#functions/domain/admin/deciding-admin.ts';
import { commitForRetry, withRetries } from '#functions/domain/with-retries.ts';
import { cardReasons, refusedReferral, revocation, signupReasons } from './reward.ts';

/** A decision of staff on a held referral. */
export type ReferralDecision = {
  /** The referred person. */
  readonly refereeId: Id<'user'>;
  readonly actorId: Id<'user'>;
  readonly outcome: Exclude<ReferralReview['state'], 'held'>;
  readonly reason: string;
};

/**
 * Decides a held referral, with its audit record and both of its rewards, in one transaction. On release, rewards
 * earned meanwhile are due at once. On refusal, neither reward is credited, and one that was credited before the review
 * is taken back. The same decision again changes nothing.
 *
 * Throws AppError NotFound when the referral was never held, Forbidden for the referrer and the referred person, and
 * Conflict when it was decided otherwise.
 */
export async function decideReferral(needs: AuditNeeds & Pick<Services, 'store'>, given: ReferralDecision) {
  const { store, clock } = needs;
  const { refereeId, actorId, outcome, reason } = given;
  return withRetries(needs, async (): Promise<Reward> => {
    const cardKey = { refereeId, event: 'card_created' } as const;
    const [signup, card] = await store.getBoth(
      { kind: 'reward', key: { refereeId, event: 'signup' } },
      { kind: 'reward', key: cardKey },
    );
    if (signup?.review === undefined) throw new AppError('NotFound', 'Held referral not found.');
    const { review, referrerId } = signup;
    await decidingAdmin(store, { actorId, ownerId: referrerId });
    if (actorId === refereeId) throw new AppError('Forbidden', 'Admins can’t decide on their own account.');
    if (review.state === outcome) return signup;
    if (review.state !== 'held') throw new AppError('Conflict', `This referral was ${review.state} already.`);
    const nowMs = clock.now();
    const changes = {
      ...(outcome === 'released' ? releasedSignup(signup, nowMs) : refused(signup, nowMs)),
      review: { ...review, state: outcome, sinceMs: nowMs },
      updatedAtMs: nowMs,
    };
    await commitForRetry(store, [
      update('reward', signup, changes),
      // A reward that a first card brings at this very moment makes this write conflict, so the decision settles it,
      // too.
      ...(card === undefined
        ? [absent('reward', cardKey)]
        : outcome === 'released'
          ? releasedCard(card, nowMs)
          : revocation(card, refusedReferral, nowMs)),
      ...auditWrites(needs, {
        action: outcome === 'released' ? 'referral-released' : 'referral-refused',
        actorId,
        subjectId: referrerId,
        before: { review: 'held', signals: review.signals.join(', ') },
        after: { review: outcome, referee: refereeId },
        reason,
      }),
    ]);
    return { ...signup, ...changes };
  });
}

function releasedSignup({ stage, isRevoked, cause }: Reward, nowMs: number): Partial<Reward> {
  if (stage !== 'pending' || isRevoked) return {};
  return cause === undefined ? { reason: signupReasons.waiting } : { reason: signupReasons.reached, dueAtMs: nowMs };
}

function refused({ stage, isRevoked }: Reward, nowMs: number): Partial<Reward> {
  if (stage === 'cancelled' || isRevoked) return {};
  return { isRevoked: true, reason: refusedReferral, dueAtMs: nowMs };
}

function releasedCard(card: Reward, nowMs: number): readonly Write[] {
  if (card.stage !== 'pending' || card.isRevoked) return [];
  return [update('reward', card, { reason: cardReasons.due, dueAtMs: nowMs, updatedAtMs: nowMs })];
}
