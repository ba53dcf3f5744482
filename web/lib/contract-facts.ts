import { passwordPattern as pattern, weakPassword as sentence } from '#shared/contract/fields.ts';
import { routes, type Route, type RouteId } from '#shared/contract/index.ts';
import type { StaffRole } from '#shared/contract/staff.ts';

/** Facts of a route that the browser needs: its method, its path and whether it moves money. */
export type CallFacts = readonly [method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, money?: true];

function factsOf(id: RouteId): CallFacts {
  const route: { method: CallFacts[0]; path: string; money?: true } = routes[id];
  return route.money ? [route.method, route.path, true] : [route.method, route.path];
}

/**
 * The facts of the contract that the site uses. The build writes this module's values as literals
 * (web/build/contract-facts.ts), so that no schema and no zod reaches a browser; tests read it as it stands.
 */
export const calls = Object.fromEntries(
  (Object.keys(routes) as RouteId[]).filter((id) => !id.startsWith('webhooks.')).map((id) => [id, factsOf(id)]),
) as Readonly<Record<RouteId, CallFacts>>;

/** A route that only staff may call. */
export type StaffRouteId = {
  [Id in RouteId]: (typeof routes)[Id]['access'] extends 'admin' ? Id : never;
}[RouteId];

/** The roles among the staff that may call each route for admins. */
export const staffOf = Object.fromEntries(
  Object.entries<Route>(routes).flatMap(([id, { staff }]) => (staff === undefined ? [] : [[id, staff]])),
) as Readonly<Record<StaffRouteId, readonly StaffRole[]>>;

/** Pattern of a new password. */
export const passwordPattern = pattern;

/** Text for a password that does not match it. */
export const weakPassword = sentence;
