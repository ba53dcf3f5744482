import type { Route, RouteId } from '#shared/contract/index.ts';

/** A right request of a route, from which the wrong ones are made. */
export type RightRequest = {
  readonly routeId: RouteId;
  readonly route: Route;
  readonly method: string;
  readonly path: string;
  /** The query that the route requires, to which more can be appended: '' or `a=1&`. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** The body's fields as JSON texts, in their order. */
  readonly fields: readonly (readonly [string, string])[] | undefined;
};
