import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Session } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { unchanged, update } from '#functions/ports/store.ts';
import { hourMs } from '#functions/domain/durations.ts';
import { ownAuditWrite } from '#functions/domain/admin/audit-write.ts';
import { takeOne } from '#functions/domain/auth/quota.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { invalidAccessToken } from './authenticate.ts';
import { isLive } from './session-life.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random'>;
type By = { readonly user: User; readonly session: Session };

/**
 * Ends one session of the caller. Doing it again changes nothing. The caller's own session and account are part of the
 * condition, so of two browsers that end each other at once one stays signed in.
 *
 * Throws AppError NotFound, or InvalidAccessToken when the caller's session ended meanwhile.
 */
export async function endSession(needs: Needs, by: By, sessionId: Id<'session'>): Promise<void> {
  const { store, clock } = needs;
  await withRetries(needs, async () => {
    const { user, own } = await ownSession(needs, by);
    const isOwn = own.sessionId === sessionId;
    const target = isOwn ? own : await store.get('session', { sessionId });
    if (target?.userId !== user.userId) throw new AppError('NotFound', 'This session has already ended.');
    if (target.isRevoked) return;
    await store.commit([
      update('session', target, { isRevoked: true, usedAtMs: clock.now() }),
      // A sign-out of all others changes the account alone.
      ...(isOwn ? [] : [unchanged('session', own, own), unchanged('user', user, user)]),
      ownAuditWrite(needs, { userId: user.userId, action: 'session-ended', after: { why: 'by-owner' } }),
    ]);
  });
}

/**
 * Ends every other session of the caller in one write, also those that no list shows. Codes and links that were mailed
 * before are void, because another person may hold them. Maximum 5 times an hour, because the limits of mailed codes
 * start again.
 *
 * Throws AppError TooManyRequests, or InvalidAccessToken when the caller's session ended meanwhile.
 */
export async function endOtherSessions(needs: Needs, by: By): Promise<void> {
  await takeOne(needs, [{ counterId: `end-others:${by.user.userId}`, max: 5, windowMs: hourMs }]);
  await withRetries(needs, async () => {
    const { user, own } = await ownSession(needs, by);
    const sessionGeneration = user.sessionGeneration + 1;
    await needs.store.commit([
      update('user', user, { sessionGeneration, updatedAtMs: needs.clock.now() }),
      update('session', own, { sessionGeneration }),
      ownAuditWrite(needs, { userId: user.userId, action: 'session-ended', after: { why: 'all-others' } }),
    ]);
  });
}

/** Reads the caller's account and session again, as the write will find them. */
async function ownSession({ store, clock }: Needs, by: By): Promise<{ readonly user: User; readonly own: Session }> {
  const [user, own] = await store.getBoth({ kind: 'user', key: by.user }, { kind: 'session', key: by.session });
  if (user === undefined || own === undefined || !isLive(own, user, clock.now())) throw invalidAccessToken();
  return { user, own };
}
