import { routes, type Route, type RouteId } from '#shared/contract/index.ts';

/** Facts of a route that the browser needs: its method, its path and whether it moves money. */
export type CallFacts = readonly [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, money?: true];

/**
 * Returns the facts of the wanted routes. Never runs in a browser: the build calls it (web/build/contract-facts.ts).
 */
export function callFacts(isWanted: (id: RouteId) => boolean) {
  const ids = (Object.keys(routes) as RouteId[]).filter((id) => !id.startsWith('webhooks.') && isWanted(id));
  return Object.fromEntries(ids.map((id) => [id, factsOf(id)])) as Readonly<Partial<Record<RouteId, CallFacts>>>;
}

function factsOf(id: RouteId): CallFacts {
  const route: { method: CallFacts[0]; path: string; money?: true } = routes[id];
  return route.money ? [route.method, route.path, true] : [route.method, route.path];
}

/** Routes that are not called by the pages that are shown first. */
const later = new RegExp(
  [
    /^(?:cases|sessions|status)\.|^user\.(?!read$)|^subscriptions\.mute$|\.statement$/,
    /^cards\.(?:report|alerts|look|pin|auto-load|end-auto-load|freeze-by-link)$|^transactions\.cancel$|^operations\.read$/,
    /^notifications\.(?:list|read)$|^auth\.(?:undo-email-change|cancel-factor-reset|forgot-password|reset-password)$/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** True for routes that the pages shown first never call, those of staff included; false for routes that move money. */
export function isCalledLater(id: RouteId): boolean {
  const { access, money }: Route = routes[id];
  return money !== true && (access === 'admin' || later.test(id));
}
