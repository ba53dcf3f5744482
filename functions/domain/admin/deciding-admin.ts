import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Store } from '#functions/ports/store.ts';
import { staffRoleOf } from './staff-role-of.ts';

/**
 * Returns the admin who decides about money of an account, read freshly. Throws AppError Forbidden unless this is a
 * verified, active admin with the role finance or admin, and not the account's owner. `ownerId` is undefined for a
 * decision that concerns no single person.
 */
export async function decidingAdmin(
  store: Pick<Store, 'get'>,
  { actorId, ownerId }: { readonly actorId: Id<'user'>; readonly ownerId: Id<'user'> | undefined },
): Promise<User> {
  const admin = await store.get('user', { userId: actorId });
  if (!admin || !mayDecide(admin)) throw new AppError('Forbidden', 'Only an admin can decide this.');
  if (actorId === ownerId) throw new AppError('Forbidden', 'Admins can’t decide on their own account.');
  return admin;
}

/**
 * True for staff who decide about money: support reads, finance and admin decide. Nobody does whose address another
 * person had: such an account is locked until its password is reset, and its earlier proposals do not count.
 */
export function mayDecide(user: User): boolean {
  const staffRole = staffRoleOf(user);
  const isActive = user.isVerified && !user.isSuspended && !user.isLockedUntilReset;
  return (staffRole === 'finance' || staffRole === 'admin') && isActive;
}
