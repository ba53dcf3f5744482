import type { StaffRole } from '#shared/contract/staff.ts';
import type { User } from '#functions/ports/entities/accounts.ts';

/** Returns the role of an admin among the staff; undefined for everybody else. An admin without one may do everything. */
export function staffRoleOf({ role, staffRole }: Pick<User, 'role' | 'staffRole'>): StaffRole | undefined {
  return role === 'admin' ? (staffRole ?? 'admin') : undefined;
}
