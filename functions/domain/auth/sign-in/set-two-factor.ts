import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { update, type Write } from '#functions/ports/store.ts';
import { twoFactorMail } from '#functions/domain/mails/two-factor-mail.ts';
import { ownAuditWrite } from '#functions/domain/admin/audit-write.ts';
import { refuseErased } from '#functions/domain/admin/refuse-erased.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { isProtected } from '#functions/domain/auth/factors/factors-of.ts';
import { sendMail } from '#functions/domain/auth/send-mail.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'mailer' | 'log' | 'settings'>;

/**
 * Switches a person's codes by email at sign-in on or off, and mails the person. A switch to the present state changes
 * and mails nothing. Returns the person as they now are.
 *
 * Throws AppError NotFound, and Conflict for an erased account, or an admin's codes, which nobody switches off.
 */
export async function setTwoFactor(
  needs: Needs,
  given: {
    readonly userId: Id<'user'>;
    readonly isEnabled: boolean;
    readonly by: 'owner' | 'admin';
    /** The audit record of an admin, in place of the owner's. */
    readonly alongside?: (before: User) => readonly Write[];
  },
): Promise<User> {
  const { store, clock, settings } = needs;
  const { userId, isEnabled, by, alongside } = given;
  const { user, isChanged } = await withRetries(needs, async () => {
    const user = await store.get('user', { userId });
    if (user === undefined) throw new AppError('NotFound', 'User not found.');
    refuseErased(user);
    if (user.isTwoFactorEnabled === isEnabled) return { user, isChanged: false };
    if (!isEnabled && user.role === 'admin') throw adminsNeedCodes();
    const nowMs = clock.now();
    const changes = {
      isTwoFactorEnabled: isEnabled,
      twoFactorOffAtMs: isEnabled ? undefined : nowMs,
      updatedAtMs: nowMs,
    };
    await store.commit([update('user', user, changes), ...(alongside?.(user) ?? ownRecord(needs, user, isEnabled))]);
    return { user: { ...user, ...changes, version: user.version + 1 }, isChanged: true };
  });
  if (isChanged) {
    const { email, firstname } = user;
    const { siteUrl } = settings;
    const isReplaced = isProtected(user);
    const mail = twoFactorMail({ siteUrl, firstname, atMs: clock.now(), isEnabled, by, isReplaced });
    await sendMail(needs, email, mail, { mail: 'two-factor', userId });
  }
  return user;
}

function ownRecord(needs: Needs, { userId, isTwoFactorEnabled }: User, isEnabled: boolean): readonly Write[] {
  const [before, after] = [{ isTwoFactorEnabled }, { isTwoFactorEnabled: isEnabled }];
  return [ownAuditWrite(needs, { userId, action: 'two-factor', before, after })];
}

function adminsNeedCodes(): AppError {
  return new AppError('Conflict', 'Admins always sign in with a code, so it cannot be switched off.');
}
