/** A method, a path in which `{name}` stands for one segment, and its handler. */
export type Route<H> = readonly [method: string, path: string, handler: H];

/** The values of a route's placeholders, by name, and the handler. */
export type MatchedRoute<H> = { readonly handler: H; readonly params: Readonly<Record<string, string>> };

/** The first route that fits; or why none does. */
export function matchRoute<H>(
  routes: readonly Route<H>[],
  method: string,
  pathname: string,
): MatchedRoute<H> | 'no such path' | 'no such method' {
  let isPathKnown = false;
  for (const [routeMethod, path, handler] of routes) {
    const params = matchPath(path, pathname);
    if (!params) continue;
    if (routeMethod === method) return { handler, params };
    isPathKnown = true;
  }
  return isPathKnown ? 'no such method' : 'no such path';
}

function matchPath(path: string, pathname: string): Record<string, string> | undefined {
  const expected = path.split('/');
  const actual = pathname.split('/');
  if (expected.length !== actual.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of expected.entries()) {
    const value = actual[index] ?? '';
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined && segment !== value) return undefined;
    if (name === undefined) continue;
    if (value === '') return undefined;
    try {
      params[name] = decodeURIComponent(value);
    } catch {
      return undefined;
    }
  }
  return params;
}
