import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { update, type Write } from '#functions/ports/store.ts';
import { ownAuditWrite } from '#functions/domain/admin/audit-write.ts';
import { refuseErased } from '#functions/domain/admin/refuse-erased.ts';
import { withRetries } from '#functions/domain/with-retries.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random'>;

/**
 * Switches a person's codes by email at sign-in on or off; the record is mailed to the person. A switch to the present
 * state changes nothing. Returns the person as they now are.
 *
 * Throws AppError NotFound, and Conflict for an erased account, or an admin's codes, which nobody switches off.
 */
export async function setTwoFactor(
  needs: Needs,
  given: {
    readonly userId: Id<'user'>;
    readonly isEnabled: boolean;
    /** The audit record of an admin, in place of the owner's. */
    readonly alongside?: (before: User) => readonly Write[];
  },
): Promise<User> {
  const { store, clock } = needs;
  const { userId, isEnabled, alongside } = given;
  return withRetries(needs, async () => {
    const user = await store.get('user', { userId });
    if (user === undefined) throw new AppError('NotFound', 'User not found.');
    refuseErased(user);
    if (user.isTwoFactorEnabled === isEnabled) return user;
    if (!isEnabled && user.role === 'admin') throw adminsNeedCodes();
    const nowMs = clock.now();
    const changes = {
      isTwoFactorEnabled: isEnabled,
      twoFactorOffAtMs: isEnabled ? undefined : nowMs,
      updatedAtMs: nowMs,
    };
    await store.commit([update('user', user, changes), ...(alongside?.(user) ?? ownRecord(needs, user, isEnabled))]);
    return { ...user, ...changes, version: user.version + 1 };
  });
}

function ownRecord(needs: Needs, { userId, isTwoFactorEnabled }: User, isEnabled: boolean): readonly Write[] {
  const [before, after] = [{ isTwoFactorEnabled }, { isTwoFactorEnabled: isEnabled }];
  return [ownAuditWrite(needs, { userId, action: 'two-factor', before, after })];
}

function adminsNeedCodes(): AppError {
  return new AppError('Conflict', 'Admins always sign in with a code, so it cannot be switched off.');
}
