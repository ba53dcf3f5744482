import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { ownAuditWrite } from '../admin/audit-write.ts';
import { sendMail } from '../auth/send-mail.ts';
import { accountLockMail } from '../mails/account-lock-mail.ts';
import { withRetries } from '../with-retries.ts';
import { cardLockWrites } from './account-lock.ts';
import { tryFreezeCards } from './try-freeze-cards.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'mailer' | 'settings'> &
  Partial<Pick<Services, 'issuerEvents'>>;

/**
 * Locks a person's account, or ends the lock. One transaction stores the lock, marks every card and records it: from
 * then on no load, new card, payout or reveal is accepted, and a process that dies leaves the issuer's part to the
 * sweeper. The person gets a mail. Ordering the present state changes nothing. Returns the person as they now are.
 * Throws AppError NotFound.
 */
export async function setAccountLock(
  needs: Needs,
  { userId, isLocked }: { readonly userId: Id<'user'>; readonly isLocked: boolean },
): Promise<User> {
  const { store, clock, settings } = needs;
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
  if (!done.isChanged) return done.user;
  const { firstname, email, updatedAtMs: atMs } = done.user;
  const mail = accountLockMail({ siteUrl: settings.siteUrl, firstname, atMs, isLocked });
  await Promise.all([tryFreezeCards(needs, userId), sendMail(needs, email, mail, { mail: 'account-lock', userId })]);
  return done.user;
}
