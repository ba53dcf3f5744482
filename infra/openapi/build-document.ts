import { proofMethods } from '#shared/contract/factors.ts';
import { codesOfRoute } from '#shared/contract/codes-of-route.ts';
import { routeIds, routes, type Route, type RouteId } from '#shared/contract/index.ts';
import { errorStatus, type ErrorCode } from '#shared/errors.ts';
import { PriceVersion } from '#shared/contract/prices.ts';
import { errorMeanings } from './error-meanings.ts';
import { examples } from './examples.ts';
import { sentenceOf, withWords, wordsOfObject, wordsOfRoute } from './field-words.ts';
import { headers, type HeaderName } from './headers.ts';
import { descriptionOf, jsonSchemaOf, type JsonSchema } from './json-schema.ts';
import { securityOf, securitySchemes } from './security.ts';
import { overview, tags } from './words.ts';
import { DashboardStats, UserStats } from '#shared/contract/admin.ts';
import { ReferralOutcome } from '#shared/contract/auth.ts';
import { Card, CardReply, CardTile, CardTransaction, Operation } from '#shared/contract/cards.ts';
import { Message } from '#shared/contract/fields.ts';
import { ReferralReward, ReferralStats } from '#shared/contract/referrals.ts';
import { Deposit, DepositEvent, Transaction } from '#shared/contract/transactions.ts';
import { User } from '#shared/contract/user.ts';

/** The schemas of answers that have a name of their own in the document. */
const components = {
  User,
  Card,
  CardTile,
  CardReply,
  CardTransaction,
  Operation,
  Transaction,
  Deposit,
  DepositEvent,
  ReferralOutcome,
  ReferralReward,
  ReferralStats,
  DashboardStats,
  UserStats,
  Message,
} as const;

/** An OpenAPI document: plain JSON. */
export type OpenApiDocument = {
  readonly info: { readonly title: string; readonly description: string; readonly [more: string]: unknown };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly [more: string]: unknown;
  };
  readonly [more: string]: unknown;
};

/** One call in the document. */
export type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>>; readonly required: boolean };
  readonly responses: Readonly<Record<string, Response | Reference>>;
};

/** Points to a definition elsewhere in the document. */
export type Reference = { readonly $ref: string };

/** A place in a path, query or header. */
export type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly explode?: false;
  readonly description: string;
  readonly schema: JsonSchema;
};

type MediaType = { readonly schema: JsonSchema; readonly example?: unknown };

/** One status that a call may answer. */
export type Response = {
  readonly description: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly content: Readonly<Record<string, MediaType>>;
};

const names = new Map<unknown, string>(Object.entries(components).map(([name, schema]) => [schema, name]));

/** The whole contract as an OpenAPI 3.1 document. Two builds of one contract are equal to the byte. */
export function buildDocument(): OpenApiDocument {
  const paths: Record<string, Record<string, Operation>> = {};
  const responses: Record<string, Response> = {};
  for (const id of routeIds) {
    const route: Route = routes[id];
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(id, route);
    Object.assign(responses, refusalsOf(route).components);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Satchel',
      version: '1.0.0',
      summary: 'Manage your crypto-backed debit card.',
      description: overview,
      contact: { name: 'Satchel support', url: 'https://satchel.example/support' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: '/api',
        description: 'The origin that serves this document: local, staging or production.',
        'x-internal': false,
      },
    ],
    security: [{ accessCookie: [] }],
    tags,
    paths,
    components: {
      securitySchemes,
      headers,
      responses,
      schemas: Object.fromEntries(
        Object.entries(components).map(([name, schema]) => [name, componentOf(name, schema)]),
      ),
    },
  };
}

function componentOf(name: string, schema: Route['reply']): JsonSchema {
  const words = wordsOfObject(name);
  return { ...withWords(jsonSchemaOf(schema, 'output', names), words), description: words && sentenceOf(words) };
}

function operationOf(id: RouteId, route: Route): Operation {
  const [tag = id] = id.split('.');
  return {
    operationId: id,
    tags: [tag],
    summary: route.summary.replace(/\.$/, ''),
    description: [route.summary, whoMayCall(route), ...notesOf(route)].join(' '),
    security: securityOf(id, route),
    parameters: [...pathParameters(id, route), ...queryParameters(id, route), ...headerParameters(route)],
    ...requestBodyOf(id, route),
    responses: { ...successesOf(id, route), ...refusalsOf(route).responses },
  };
}

const callers: Readonly<Record<Exclude<Route['access'], 'admin'>, string>> = {
  public: 'Anybody may call it.',
  session: 'Anybody who is signed in may call it.',
  user: 'Cardholders may call it.',
};

function whoMayCall(route: Route): string {
  if (route.access !== 'admin') return callers[route.access];
  return `Admins may call it whose role among the staff is ${inWords(route.staff)}.`;
}

/** `support, finance or admin`. */
function inWords(words: readonly string[]): string {
  return words.join(', ').replace(/, (?=[^,]*$)/, ' or ');
}

function notesOf(route: Route): string[] {
  return [
    ...(route.changesState ? ['A GET that changes state: refused when a page of another site sends it.'] : []),
    ...freshNote(route),
    ...(route.money ? ['Moves money: send an `Idempotency-Key`.'] : []),
    ...(route.accepted ? [`202: ${acceptedWords(route)}`] : []),
  ];
}

/** The meaning of a 202. Of staff's calls, those that two admins have to make answer it. */
function acceptedWords(route: Route): string {
  if (route.access === 'admin') return 'another admin has to make the same call.';
  const issuer = 'the card issuer has not confirmed yet';
  return route.money ? `${issuer}; ask \`GET /operations/{id}\` how it ends.` : `${issuer}.`;
}

function freshNote({ fresh }: Route): string[] {
  if (fresh === undefined) return [];
  if (fresh === true) return ['Needs a fresh session: at most ten minutes after a sign-in or a proof.'];
  return [`With ${JSON.stringify(fresh.body)} needs a fresh session: at most ten minutes after a sign-in or a proof.`];
}

function pathParameters(id: RouteId, route: Route): Parameter[] {
  if (route.params === undefined) return [];
  const given = (examples[id].params ?? {}) as Readonly<Record<string, unknown>>;
  return propertiesOf(jsonSchemaOf(route.params, 'input')).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    description: pathWords[name] ?? '',
    schema,
    example: given[name],
  }));
}

const pathWords: Readonly<Record<string, string>> = {
  id: 'The id. The id of another person’s item is answered like one that does not exist.',
  code: 'The code from the mail.',
  currency: 'The code of a coin, as the catalogue spells it.',
  inbox: 'The part of the address that only its provider knows.',
  queue: 'The name of the queue.',
  reference: 'The `reference` of the payment, from the transactions of the card.',
};

function queryParameters(id: RouteId, route: Route): Parameter[] {
  if (route.query === undefined) return [];
  // A query's texts are parsed into the types of the output schema; only the input schema says which fields are
  // optional.
  const required = (jsonSchemaOf(route.query, 'input')['required'] ?? []) as readonly string[];
  const described = withWords(jsonSchemaOf(route.query, 'output'), wordsOfRoute(id, 'query'));
  return propertiesOf(described).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    // A list is one value with commas, not a parameter that is repeated.
    ...(schema['type'] === 'array' && { explode: false }),
    description: descriptionOf({ description }),
    schema,
  }));
}

function headerParameters(route: Route): Parameter[] {
  const parameters: Parameter[] = [];
  if (route.money)
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'Any text of your own for this one intent. The same key with the same request gets the first answer again, with `Idempotency-Replayed: true`, for at least 24 hours.',
      schema: { type: 'string', pattern: '^[\\x21-\\x7e]+$', minLength: 1, maxLength: 255 },
    });
  if (route.priced)
    parameters.push({
      name: 'Price-Version',
      in: 'header',
      required: false,
      description:
        'The `version` of the prices that the person was shown. When it is not the present one nothing is done and `QuoteChanged` has the present prices; without it those hold.',
      schema: { type: 'string', maxLength: 20 },
    });
  return parameters;
}

function propertiesOf(schema: JsonSchema): [string, JsonSchema][] {
  return Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);
}

function requestBodyOf(id: RouteId, route: Route): Pick<Operation, 'requestBody'> | undefined {
  if (route.raw) return { requestBody: { required: true, content: { 'application/json': { schema: anyJson } } } };
  if (route.body === undefined) return undefined;
  const schema = withWords(jsonSchemaOf(route.body, 'input', names), wordsOfRoute(id, 'body'));
  const required = Array.isArray(schema['required']) && schema['required'].length > 0;
  return { requestBody: { required, content: { 'application/json': { schema, example: examples[id].body } } } };
}

/** The body of a provider's webhook is not described: its bytes are verified, not its form. */
const anyJson: JsonSchema = { type: 'object', description: 'As the provider spells it.' };

/** The reply as a file for a spreadsheet. */
const csvText: JsonSchema = {
  type: 'string',
  maxLength: 1_000_000,
  description: 'Comma-separated values (RFC 4180), amounts in dollars.',
};

function successesOf(id: RouteId, route: Route): Record<string, Response> {
  const { reply } = examples[id];
  const schema = names.has(route.reply)
    ? { $ref: `#/components/schemas/${names.get(route.reply)}` }
    : withWords(jsonSchemaOf(route.reply, 'output', names), wordsOfRoute(id, 'reply'));
  const answer = (description: string): Response => ({
    description,
    headers: headersOf([
      'X-Request-Id',
      ...(hasQuery(route, 'cursor') ? (['Link'] as const) : []),
      ...(hasQuery(route, 'from') && hasQuery(route, 'cursor') ? (['Search-Reached'] as const) : []),
      ...replayed(route),
    ]),
    content:
      route.status === 204
        ? {}
        : { 'application/json': { schema, example: reply }, ...(route.csv ? { 'text/csv': { schema: csvText } } : {}) },
  });
  return {
    [route.status]: answer(route.status === 201 ? 'It was made.' : 'It was done.'),
    ...(route.accepted ? { 202: answer(`Accepted: ${acceptedWords(route)}`) } : {}),
  };
}

function hasQuery(route: Route, name: string): boolean {
  return route.query !== undefined && propertiesOf(jsonSchemaOf(route.query, 'input')).some(([n]) => n === name);
}

/**
 * Returns a route's refusals by status. A refusal that several routes share is written once, under the names of its
 * codes.
 */
function refusalsOf(route: Route): {
  readonly responses: Record<string, Reference>;
  readonly components: Record<string, Response>;
} {
  const responses: Record<string, Reference> = {};
  const components: Record<string, Response> = {};
  for (const [status, codes] of Map.groupBy(codesOfRoute(route), (code) => errorStatus[code])) {
    // A refusal with 422 is a decision and is replayed for its key; no other refusal is.
    const kept = status === 422 ? replayed(route) : [];
    const name = [...codes, ...(kept.length > 0 ? ['money'] : [])].join('.');
    responses[status] = { $ref: `#/components/responses/${name}` };
    components[name] = {
      description: codes.map((code) => `\`${code}\`: ${errorMeanings[code]}`).join(' '),
      headers: headersOf([
        'X-Request-Id',
        ...(codes.some((code) => saysWhen.has(code)) ? (['Retry-After'] as const) : []),
        ...(codes.includes('TooManyRequests') ? (['RateLimit'] as const) : []),
        ...kept,
      ]),
      content: { 'application/json': { schema: errorSchema(codes), example: exampleOf(codes) } },
    };
  }
  return { responses, components };
}

/** Codes that say how long to wait. */
const saysWhen: ReadonlySet<ErrorCode> = new Set(['CooldownActive', 'TooManyRequests', 'ProviderUnavailable', 'Busy']);

function replayed(route: Route): readonly HeaderName[] {
  return route.money ? ['Idempotency-Replayed'] : [];
}

function headersOf(wanted: readonly HeaderName[]): Record<string, unknown> {
  return Object.fromEntries(wanted.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function errorSchema(codes: readonly ErrorCode[]): JsonSchema {
  return {
    type: 'object',
    properties: {
      code: { type: 'string', enum: codes },
      message: { type: 'string', minLength: 1, maxLength: 512, description: 'A sentence for a person.' },
      fields: {
        type: 'object',
        description: 'Which fields, and what is wrong with each; missing where no field is at fault.',
        maxProperties: 20,
        additionalProperties: { type: 'string', maxLength: 256 },
      },
      ...(codes.includes('ProofRequired') ? { methods: methodsSchema } : {}),
      ...(codes.includes('QuoteChanged') ? { prices: jsonSchemaOf(PriceVersion, 'output', names) } : {}),
      requestId: { type: 'string', maxLength: 128 },
    },
    required: ['code', 'message', 'requestId'],
    additionalProperties: false,
  };
}

/** Schema of the methods in a refusal with `ProofRequired`; no other code has them. */
const methodsSchema: JsonSchema = {
  type: 'array',
  description: 'Ways to prove that the owner is there, for POST /auth/prove; comes with `ProofRequired`.',
  items: { type: 'string', enum: proofMethods },
  minItems: 1,
  maxItems: 10,
};

function exampleOf([code = 'Internal']: readonly ErrorCode[]): unknown {
  const requestId = '7b7a1c4e-2f7d-4f4e-9a53-0a6f6a1d2c3b';
  if (code !== 'ValidationFailed') return { code, message: errorMeanings[code], requestId };
  return { code, message: 'amount is missing.', fields: { amount: 'is missing' }, requestId };
}
