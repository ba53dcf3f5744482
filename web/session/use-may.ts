import type { StaffRole } from '#shared/contract/staff.ts';
import { closedTo, type StaffRouteId } from '#web/lib/staff-facts.ts';
import { useUser } from './use-user.ts';

/** True when the signed-in admin's role among the staff may call a route. */
export function useMay(id: StaffRouteId): boolean {
  const { data: user } = useUser();
  return mayCall(user?.staffRole, id);
}

/** True when a role among the staff may call a route. A role of a later API may call none. */
export function mayCall(role: StaffRole | undefined, id: StaffRouteId): boolean {
  return role !== undefined && closedTo[role]?.includes(id) === false;
}
