import { routeIds, routes, type Route } from '#shared/contract/index.ts';
import { WrongCall } from '../command-line/run-command.ts';

/** The routes of staff by the name of their command: `admin.desk` is `desk`, `user.all` keeps its name. */
const staffRoutes: ReadonlyMap<string, Route> = new Map(
  routeIds.filter((id) => routes[id].access === 'admin').map((id) => [id.replace(/^admin\./, ''), routes[id]]),
);

/** Returns every command with its fields and what it does, a line each. */
export function describeStaffRoutes(): string {
  return [...staffRoutes]
    .map(([name, route]) => {
      const fields = Object.entries(fieldsOf(route)).map(([field, { isOptional }]) =>
        isOptional ? `[${field}=…]` : `${field}=…`,
      );
      return `${[name, ...fields].join(' ')}\n    ${route.summary}`;
    })
    .join('\n');
}

/** The request of a command. */
export type StaffRequest = {
  readonly method: string;
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
};

/**
 * Turns `amount=500 reason="Charged twice."` into the request of a route. A field that takes no text is read as JSON: a
 * number, `true`, a list. A request that the contract refuses is not sent, because the API would only report an odd id
 * as not found. Throws WrongCall that names every field.
 */
export function staffRequest(name: string, given: readonly string[]): StaffRequest {
  const route = staffRoutes.get(name);
  if (!route) throw new WrongCall(`${JSON.stringify(name)} is no command of staff.`);
  const known = fieldsOf(route);
  const body: Record<string, unknown> = {};
  const params: Record<string, string> = {};
  const query = new URLSearchParams();
  let path: string = route.path;
  for (const field of given) {
    const [key = '', ...rest] = field.split('=');
    const value = rest.join('=');
    const place = known[key]?.place;
    if (place === undefined || rest.length === 0)
      throw new WrongCall(
        `${JSON.stringify(field)} is no field of ${name}. It has: ${Object.keys(known).join(', ') || 'none'}.`,
      );
    if (place === 'params') {
      params[key] = value;
      path = path.replace(`{${key}}`, encodeURIComponent(value));
    } else if (place === 'query') query.set(key, value);
    else body[key] = valueOf(value, known[key]?.schema);
  }
  const missing = /\{(\w+)\}/.exec(path)?.[1];
  if (missing !== undefined) throw new WrongCall(`${name} needs ${missing}=….`);
  const parts = { params, query: Object.fromEntries(query), body };
  const wrong = (['params', 'query', 'body'] as const).flatMap((place) => refusedIn(route[place], parts[place]));
  if (wrong.length > 0) throw new WrongCall(wrong.join(' '));
  const search = query.size === 0 ? '' : `?${query.toString()}`;
  return { method: route.method, path: `${path}${search}`, ...(route.body === undefined ? {} : { body }) };
}

type Field = { readonly place: 'params' | 'query' | 'body'; readonly isOptional: boolean; readonly schema: Schema };

function fieldsOf(route: Route): Readonly<Record<string, Field>> {
  const fields: Record<string, Field> = {};
  for (const place of ['params', 'query', 'body'] as const) {
    for (const [name, schema] of Object.entries(shapeOf(route[place])))
      fields[name] = { place, schema, isOptional: schema.safeParse(undefined).success };
  }
  return fields;
}

/** A sentence for each field that a schema refuses. */
function refusedIn(schema: Route['body'], given: unknown): readonly string[] {
  const issues = schema?.safeParse(given).error?.issues ?? [];
  const sentences = issues.map(({ path, message }) => {
    const why = message === 'Invalid input' ? 'is not valid' : message;
    return `${path.map(String).join('.') || 'A field'} ${why}.`;
  });
  return [...new Set(sentences)];
}

type Schema = { readonly safeParse: (value: unknown) => { readonly success: boolean } };

/** The fields of an object's schema, or of every form of a union. */
function shapeOf(schema: unknown): Readonly<Record<string, Schema>> {
  const { shape, options = [] } =
    (schema as { def?: { shape?: Record<string, Schema>; options?: readonly unknown[] } })?.def ?? {};
  return Object.assign({}, ...options.map(shapeOf), shape) as Readonly<Record<string, Schema>>;
}

function valueOf(text: string, schema: Schema | undefined): unknown {
  if (schema?.safeParse(text).success) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
