import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { ownAuditWrite } from '../admin/audit-write.ts';
import { withRetries } from '../with-retries.ts';
import { cardLockWrites } from './account-lock.ts';
import { tryFreezeCards } from './try-freeze-cards.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log'> & Partial<Pick<Services, 'issuerEvents'>>;

/**
 * Locks a person's account, or ends the lock. One transaction stores the lock, marks every card and records it: from
 * then on no load, new card, payout or reveal is accepted, and a process that dies leaves the issuer's part to the
 * sweeper. The record is mailed to the person. Ordering the present state changes nothing. Returns the person as they now are.
 * Throws AppError NotFound.
 */
export async function setAccountLock(
  needs: Needs,
  { userId, isLocked }: { readonly userId: Id<'user'>; readonly isLocked: boolean },
): Promise<User> {
  const { store, clock } = needs;
  const done = await withRetries(needs, async () => {
    const user = await store.get('user', { userId });
    if (!user) throw new AppError('NotFound', 'User not found.');
    if ((user.lockedAtMs !== undefined) === isLocked) return { user, isChanged: false };
    const nowMs = clock.now();
    const changes = { lockedAtMs: isLocked ? nowMs : undefined, updatedAtMs: nowMs };
    await store.commit([
      update('user', user, changes),
      ...(await cardLockWrites(needs, { ...user, ...changes })),
      ownAuditWrite(needs, {
        userId,
        action: isLocked ? 'lock' : 'unlock',
        before: { isLocked: !isLocked },
        after: { isLocked },
      }),
    ]);
    return { user: { ...user, ...changes, version: user.version + 1 }, isChanged: true };
  });
  if (done.isChanged) await tryFreezeCards(needs, userId);
  return done.user;
}
