import type { User } from '#functions/ports/entities/accounts.ts';
import type { RouteRequest } from './call-route.ts';
import type { MoneyWorld } from './money-world.ts';

/** A world with a person in it who has $1,000. */
export type Stage = { readonly world: MoneyWorld; readonly user: User };

/**
 * Prepares the stage for a request and returns the request. Without `as`, it is sent by the stage's person, or by an
 * admin where the route is for admins.
 */
export type Arrange = (stage: Stage) => Promise<RouteRequest>;
