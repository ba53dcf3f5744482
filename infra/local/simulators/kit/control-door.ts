import { matchRoute, type Route } from './match-route.ts';

/** A request at a control door, taken apart. */
export type DoorRequest = {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
};

/** A request that a control door refuses with this status; the body is `{ error }`. */
export class DoorRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'DoorRefusal';
    this.status = status;
  }
}

/** Finds the handler of a request at a control door and reads its body. Throws DoorRefusal for a request without one. */
export function openDoor<H>(
  routes: readonly Route<H>[],
  method: string,
  { pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>,
  rawBody: string,
): { readonly handler: H; readonly request: DoorRequest } {
  const matched = matchRoute(routes, method, pathname);
  if (matched === 'no such path') throw new DoorRefusal(404, 'There is no such door');
  if (matched === 'no such method') throw new DoorRefusal(405, 'Not with this method');
  const { handler, params } = matched;
  return { handler, request: { params, query: searchParams, body: parse(rawBody) } };
}

function parse(raw: string): Record<string, unknown> {
  if (raw.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    throw new DoorRefusal(400, 'The body is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new DoorRefusal(400, 'Send a JSON object');
  return { ...value };
}
