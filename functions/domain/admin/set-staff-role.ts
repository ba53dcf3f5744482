import { AppError } from '#shared/errors.ts';
import type { StaffRole } from '#shared/contract/staff.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { withRetries } from '../with-retries.ts';
import { auditWrite } from './audit-write.ts';
import { staffRoleOf } from './staff-role-of.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random'>;

/**
 * Makes a person an admin with a role among the staff, or takes that away (`undefined`). A change is recorded and ends
 * every session opened before it. An admin signs in with emailed codes from then on; a former admin keeps them until
 * switching them off. Repeating the present role changes nothing.
 *
 * Returns the person as they now are. Throws AppError NotFound, or Conflict for making an admin of an account that is
 * suspended or locked: nobody could end that any more.
 */
export async function setStaffRole(
  needs: Needs,
  { userId, staffRole }: { readonly userId: Id<'user'>; readonly staffRole: StaffRole | undefined },
): Promise<User> {
  const { store, clock } = needs;
  return withRetries(needs, async () => {
    const user = await store.get('user', { userId });
    if (user === undefined) throw new AppError('NotFound', 'User not found.');
    const before = staffRoleOf(user);
    if (staffRole !== undefined) refuseUnlessActive(user);
    const isEnough = staffRole === undefined || user.isTwoFactorEnabled;
    if (before === staffRole && isEnough) return user;
    const changes = {
      role: staffRole === undefined ? ('user' as const) : ('admin' as const),
      staffRole,
      isTwoFactorEnabled: staffRole !== undefined || user.isTwoFactorEnabled,
      sessionGeneration: user.sessionGeneration + 1,
      updatedAtMs: clock.now(),
    };
    await store.commit([
      update('user', user, changes),
      auditWrite(needs, {
        action: 'staff-role',
        actorId: 'command-line',
        subjectId: userId,
        before: { staffRole: before ?? 'none' },
        after: { staffRole: staffRole ?? 'none' },
        reason: undefined,
      }),
    ]);
    return { ...user, ...changes, version: user.version + 1 };
  });
}

function refuseUnlessActive({ isSuspended, isLockedUntilReset, lockedAtMs }: User): void {
  if (isSuspended) throw new AppError('Conflict', 'This account is suspended. Activate it first.');
  if (isLockedUntilReset) throw new AppError('Conflict', 'This account is locked until its password is reset.');
  if (lockedAtMs !== undefined)
    throw new AppError('Conflict', 'This account is locked. Its owner has to unlock it first.');
}
