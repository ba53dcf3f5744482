import type { FunctionDefinition } from '../../definition/types.ts';

/** A request's function and what its path said. */
export type RouteMatch = {
  readonly functionId: string;
  /** `GET /api/cards/{id}`, as API Gateway names a route. */
  readonly routeKey: string;
  readonly pathParameters: Readonly<Record<string, string>>;
};

/**
 * Finds the route of a request; undefined when there is none: API Gateway returns 404 for a known path with another
 * method too.
 */
export type RouteTable = (method: string, path: string) => RouteMatch | undefined;

type Segment =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'parameter'; readonly name: string }
  | { readonly kind: 'rest'; readonly name: string };

type Route = {
  readonly functionId: string;
  readonly method: string;
  readonly routeKey: string;
  readonly segments: readonly Segment[];
};

/**
 * Builds the table of a definition's HTTP functions. The most specific route wins, segment by segment: text before
 * `{parameter}` before `{proxy+}`, then a method before `ANY`. The order of the definition does not matter.
 */
export function createRouteTable(functions: readonly FunctionDefinition[]): RouteTable {
  const routes = functions
    .flatMap(({ id, trigger }) => (trigger.kind === 'http' ? [routeOf(id, trigger.method, trigger.path)] : []))
    .toSorted(bySpecificity);
  return (method, path) => {
    const parts = path.split('/').slice(1);
    for (const route of routes) {
      if (route.method !== method && route.method !== 'ANY') continue;
      const pathParameters = matchSegments(route.segments, parts);
      if (pathParameters) return { functionId: route.functionId, routeKey: route.routeKey, pathParameters };
    }
    return undefined;
  };
}

function routeOf(functionId: string, method: string, path: string): Route {
  const segments = path.split('/').slice(1).map(segmentOf);
  return { functionId, method, routeKey: `${method} ${path}`, segments };
}

function segmentOf(text: string): Segment {
  const name = /^\{(.+)\}$/.exec(text)?.[1];
  if (name === undefined) return { kind: 'text', text };
  return name.endsWith('+') ? { kind: 'rest', name: name.slice(0, -1) } : { kind: 'parameter', name };
}

const rank: Readonly<Record<Segment['kind'], number>> = { text: 0, parameter: 1, rest: 2 };

function bySpecificity(a: Route, b: Route): number {
  for (let index = 0; index < Math.max(a.segments.length, b.segments.length); index += 1) {
    const difference = rank[a.segments[index]?.kind ?? 'text'] - rank[b.segments[index]?.kind ?? 'text'];
    if (difference !== 0) return difference;
  }
  return Number(a.method === 'ANY') - Number(b.method === 'ANY');
}

/** Matching is on the path as sent, so that an encoded slash stays inside its segment; values are decoded. */
function matchSegments(segments: readonly Segment[], parts: readonly string[]): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const part = parts[index];
    if (part === undefined || (part === '' && segment.kind !== 'text')) return undefined;
    if (segment.kind === 'rest') {
      parameters[segment.name] = decodeURIComponent(parts.slice(index).join('/'));
      return parameters;
    }
    if (segment.kind === 'parameter') parameters[segment.name] = decodeURIComponent(part);
    else if (decodeURIComponent(part) !== segment.text) return undefined;
  }
  return parts.length === segments.length ? parameters : undefined;
}
