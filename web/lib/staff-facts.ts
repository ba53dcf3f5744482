import { routes, type Route, type RouteId } from '#shared/contract/index.ts';
import type { StaffRole } from '#shared/contract/staff.ts';

/** A route that only staff may call. */
export type StaffRouteId = {
  [Id in RouteId]: (typeof routes)[Id]['access'] extends 'admin' ? Id : never;
}[RouteId];

/**
 * The roles among the staff that may call each route for admins. Apart from `contract-facts.ts`, so that no cardholder
 * fetches it; the build writes it as a literal too.
 */
export const staffOf = Object.fromEntries(
  Object.entries<Route>(routes).flatMap(([id, { staff }]) => (staff === undefined ? [] : [[id, staff]])),
) as Readonly<Record<StaffRouteId, readonly StaffRole[]>>;
