import { routes, type Route, type RouteId } from '#shared/contract/index.ts';
import { staffRoles, type StaffRole } from '#shared/contract/staff.ts';

/** A route that only staff may call. */
export type StaffRouteId = {
  [Id in RouteId]: (typeof routes)[Id]['access'] extends 'admin' ? Id : never;
}[RouteId];

/**
 * The routes for staff that each role may not call: fewer names than those it may. Apart from `contract-facts.ts`, so
 * that no cardholder fetches it; the build writes it as a literal too.
 */
export const closedTo = Object.fromEntries(
  staffRoles.map((role): [StaffRole, readonly string[]] => [
    role,
    Object.entries<Route>(routes).flatMap(([id, { staff }]) =>
      staff === undefined || staff.includes(role) ? [] : [id],
    ),
  ]),
) as Readonly<Partial<Record<StaffRole, readonly string[]>>>;
