import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { FactorReset } from '#functions/ports/entities/factors.ts';
import type { Services } from '#functions/ports/services.ts';
import { unchanged, update } from '#functions/ports/store.ts';
import { auditWrites } from '#functions/domain/admin/audit-write.ts';
import { isProtected } from '#functions/domain/auth/factors/factors-of.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { failureName } from '#functions/domain/failure-text.ts';
import { driveFactorReset } from './drive-factor-reset.ts';
import { mayReset, resetWaitMs, waitingReset } from './factor-reset.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'mailer' | 'log' | 'settings'>;

/**
 * Orders the reset of all factors of a person who lost them. The first admin proposes it; the same call by another one
 * approves it while the first still is an admin, and the 72 hours begin. The approval makes the first mail due, so no
 * process that dies loses it. A repeat by the same admin changes nothing.
 *
 * Returns the reset as it now is. Throws AppError Forbidden (no admin, or an own account), NotFound, or Conflict for a
 * person without an app and a passkey, or whom no mail reaches.
 */
export async function orderFactorReset(
  needs: Needs,
  order: { readonly actorId: Id<'user'>; readonly userId: Id<'user'>; readonly reason: string },
): Promise<FactorReset> {
  const { store, clock, random, log } = needs;
  const { actorId, userId, reason } = order;
  if (actorId === userId) throw new AppError('Forbidden', 'Admins can’t reset the factors of their own account.');
  const { reset, isApproved } = await withRetries(needs, async () => {
    const [user, actor] = await store.getBoth(
      { kind: 'user', key: { userId } },
      { kind: 'user', key: { userId: actorId } },
    );
    if (actor === undefined || !mayReset(actor)) throw new AppError('Forbidden', 'Only an admin can do this.');
    if (user === undefined) throw new AppError('NotFound', 'User not found.');
    if (!isProtected(user)) {
      throw new AppError('Conflict', 'This user has no authenticator app and no passkey.');
    }
    const nowMs = clock.now();
    const seen = waitingReset(user, nowMs);
    if (seen?.approval !== undefined || seen?.proposedBy === actorId) return { reset: seen, isApproved: false };
    if (user.mailReturned !== undefined) {
      throw new AppError(
        'Conflict',
        'Emails to this user come back, so no one would warn them. Order the reset once they arrive again.',
      );
    }
    const first = seen && (await store.get('user', { userId: seen.proposedBy }));
    const isSecond = seen !== undefined && first !== undefined && mayReset(first);
    const executesAtMs = nowMs + resetWaitMs;
    const reset: FactorReset = isSecond
      ? { ...seen, approval: { approvedBy: actorId, executesAtMs, cancelId: random.token(16), dueAtMs: nowMs } }
      : { proposedBy: actorId, proposedAtMs: nowMs, reason };
    await store.commit([
      update('user', user, { factorReset: reset, updatedAtMs: nowMs }),
      // The decision does not count if its author is no admin any more.
      unchanged('user', { userId: actorId }, actor),
      ...(isSecond ? [unchanged('user', { userId: first.userId }, first)] : []),
      ...auditWrites(needs, {
        action: 'factor-reset',
        actorId,
        subjectId: userId,
        before: { status: isSecond ? 'proposed' : 'none' },
        after: isSecond
          ? { status: 'approved', executesAt: new Date(executesAtMs).toISOString() }
          : { status: 'proposed' },
        reason,
      }),
    ]);
    return { reset, isApproved: isSecond };
  });
  if (!isApproved) return reset;
  try {
    await driveFactorReset(needs, userId);
  } catch (thrown) {
    log.warn('first mail about a factor reset left to the job', {
      userId,
      error: failureName(thrown),
    });
  }
  return reset;
}
