import type * as z from 'zod/mini';
import type { ErrorCode } from '../errors.ts';
import type { StaffRole } from './staff.ts';
import type { SwitchName } from './switches.ts';

/** The callers of a route. `session`: a signed-in person of either role; `user`: a cardholder; `admin`: staff. */
export type Access = 'public' | 'session' | 'user' | 'admin';

/** The callers of a route. A route for admins names the roles among the staff that may call it. */
type Callers =
  | { readonly access: Exclude<Access, 'admin'>; readonly staff?: undefined }
  | { readonly access: 'admin'; readonly staff: readonly StaffRole[] };

/** One call of the API, as data. Paths are under `/api`. */
export type Route = Callers & {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  /** One sentence for the API's page. */
  readonly summary: string;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** Schema of the reply. Every reply is parsed with it before it leaves, so nothing internal leaks. */
  readonly reply: z.ZodMiniType;
  readonly status: 200 | 201 | 204;
  /** Also answered with 202 while a provider has not confirmed. */
  readonly accepted?: true;
  /**
   * Needs a fresh session: at most ten minutes after a sign-in or a proof, else `ProofRequired`. With `body`, only a
   * request whose body has these values needs one.
   */
  readonly fresh?: true | { readonly body: Readonly<Record<string, unknown>> };
  /** Refused with `AccountLocked` while the owner has locked the account, before a proof of presence is asked for. */
  readonly closedByLock?: true;
  /**
   * Also open to the sessions that closing the account ended: when the answer to a closing was lost, repeating it
   * returns that answer.
   */
  readonly repeatsClosing?: true;
  /** Open to an admin who has no authenticator app and no passkey yet: the routes that are needed to add one. */
  readonly withoutFactor?: true;
  /** Also answered as `text/csv` when its query says `format=csv`. */
  readonly csv?: true;
  /** A money mutation: takes `Idempotency-Key`. */
  readonly money?: true;
  /**
   * The switch by which staff turn this route off, for new requests only; `none` for a money route that no switch turns off.
   */
  readonly switch?: SwitchName | 'none';
  /** Has a price: takes `Price-Version`, and is refused with `QuoteChanged` when that is not the present one. */
  readonly priced?: true;
  /** Changes state although it is a GET, as `logout` and `refresh` are: guarded like a POST. */
  readonly changesState?: true;
  /** Time in seconds for which a browser may keep the reply. Without it nothing is kept. */
  readonly cachedSeconds?: number;
  /** The body is handed over as raw bytes: the sender signs those. */
  readonly raw?: true;
  /** The route's own codes of errors, beside those of its kind (see `codesOfRoute`). */
  readonly errors: readonly ErrorCode[];
};

/** Declares routes: checks their shape and keeps their literal types. */
export function defineRoutes<const T extends Record<string, Route>>(routes: T): T {
  return routes;
}
