import { closedTo, type StaffRouteId } from '#web/lib/staff-facts.ts';
import { useUser } from './use-user.ts';

/** True when the signed-in admin's role among the staff may call a route. */
export function useMay(id: StaffRouteId): boolean {
  const { data: user } = useUser();
  return user?.staffRole !== undefined && !closedTo[user.staffRole].includes(id);
}
