import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Route, RouteId } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { refuseLocked } from '#functions/domain/cards/account-lock.ts';
import { staffRoleOf } from '#functions/domain/admin/staff-role-of.ts';
import { factorRequired, lacksFactor } from '#functions/domain/auth/factors/require-factor.ts';
import { assertFresh } from '#functions/domain/auth/sessions/assert-fresh.ts';
import { authenticate, type Ref } from '#functions/domain/auth/sessions/authenticate.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Session } from '#functions/ports/entities/sign-in.ts';
import type { Log } from '#functions/ports/log.ts';
import type { Services } from '#functions/ports/services.ts';
import { WriteConflict } from '#functions/ports/store.ts';
import { Answer } from './answer.ts';
import { compressReply } from './compress-reply.ts';
import { refuseCrossSite } from './cross-site.ts';
import { createLog } from './log.ts';
import { parseRequest, rawBody } from './parse-request.ts';
import { asCsv, refuse, respond } from './respond.ts';
import { accessCookieName, readCookies } from './session-cookies.ts';

/*
 * The steps of every request, as middlewares. `endpoint.ts` lists them in their order; each takes from `internal` what
 * earlier ones put there.
 */

/** The signed-in user and session of a request; set on every route that is not public. */
export type Caller = { readonly user: User; readonly session: Session };

/** The state of one request between its steps. */
export type Known = {
  services: Services;
  startedAtMs: number;
  requestId: string;
  /** Cookies by their names. */
  cookies: Readonly<Record<string, string>>;
  caller: Caller | undefined;
  /** The result of a read that began while the session was looked up. */
  found: Promise<unknown>;
};

/**
 * The state at the end of a request. It has no services when they could not be opened, as when secrets are unavailable.
 */
type Ended = Partial<Pick<Known, 'services'>> & Omit<Known, 'services'>;

/** The input of a route's work. */
export type Ready = {
  readonly request: unknown;
  readonly found: Promise<unknown>;
  readonly services: Services;
};

/** Begins the read of a route for the user whom the token names, or names the entity that it wants. */
export type FindFor = (
  userId: User['userId'],
  event: APIGatewayProxyEventV2,
  services: Services,
) => { readonly found: Promise<unknown> } | { readonly wanted: Ref };

/** A step. The event is API Gateway's until the call is parsed; the response is the route's until the reply is formed. */
// oxlint-disable-next-line typescript/no-explicit-any
type Step = MiddlewareObj<any, any, Error, Context, Known>;
type Event = { readonly event: APIGatewayProxyEventV2; readonly internal: Known };

/** Opens the services and notes when the request began. */
export const openRequest = (open: () => Services | Promise<Services>): Step => ({
  before: async ({ event, internal }: Event) => {
    const { requestId } = event.requestContext;
    internal.requestId = requestId;
    const opened = await open();
    // Audit records name the request id.
    const services = { ...opened, requestId };
    Object.assign(internal, {
      services,
      startedAtMs: services.clock.now(),
      found: Promise.resolve(),
    });
  },
});

/** Writes one line about the request when it has ended, however it ended. */
export function logRequest(route: RouteId): Step {
  const log = ({ internal, error }: { readonly internal: Ended; readonly error?: Error | null | undefined }): void => {
    const { services, requestId, caller, startedAtMs } = internal;
    // The failure to open the services is logged as a line of its own.
    if (services === undefined) return;
    const userId = caller?.user.userId;
    const durationMs = services.clock.now() - startedAtMs;
    // This refusal is on purpose, so the alarm of server errors leaves it out.
    const isPaused = error instanceof AppError && error.code === 'TemporarilyUnavailable';
    services.log.info('request', { route, requestId, userId, durationMs, ...(isPaused && { concern: 'paused' }) });
  };
  return { after: log, onError: log };
}

/** Turns every error into a reply of the API. */
export const replyToErrors = (route: RouteId): Step => ({
  onError: (request) => {
    const { services, requestId } = request.internal as Ended;
    const log = services?.log ?? createLog(route);
    request.response = refuse(asAppError(request.error, log, route, requestId), requestId);
  },
});

/** Refuses a request that another site made the browser send, on routes that change something. */
export const refuseOtherSites = (route: Route): Step => ({
  before: ({ event: { headers }, internal: { services } }: Event) => {
    if (!route.raw && (route.method !== 'GET' || route.changesState))
      refuseCrossSite(headers, services.settings.siteUrl);
  },
});

/** Finds the caller. A read of the route begins as soon as the token names a person. */
export const identifyCaller = (route: Route, findFor: FindFor): Step => ({
  before: async ({ event, internal }: Event) => {
    internal.cookies = readCookies(event.cookies);
    if (route.access === 'public') return;
    const begin = (named: User['userId']): Ref | undefined => {
      const begun = findFor(named, event, internal.services);
      if ('wanted' in begun) return begun.wanted;
      internal.found = begun.found;
      // A failure is reported where the result is awaited; a refused caller never awaits it.
      internal.found.catch(() => undefined);
      return undefined;
    };
    const token = internal.cookies[accessCookieName];
    const { user, session, along } = await authenticate(internal.services, token, begin, route);
    internal.caller = { user, session };
    if (along !== undefined) internal.found = Promise.resolve(along);
  },
});

/** Refuses a caller whose role, or role among the staff, the route is not for. */
export const authorizeCaller = (route: Route): Step => ({
  before: ({ internal: { caller } }: Event) => {
    if (caller && !mayCall(route, caller.user)) throw new AppError('Forbidden', 'Your account may not do this.');
  },
});

function mayCall({ access, staff }: Route, user: User): boolean {
  if (access !== 'admin') return access === 'session' || access === user.role;
  const role = staffRoleOf(user);
  return role !== undefined && staff.includes(role);
}

/** Refuses an admin without an app or passkey, except on the routes that add one. */
export const requireFactor = (route: Route): Step => ({
  before: ({ internal: { caller, services } }: Event) => {
    if (caller && !route.withoutFactor && lacksFactor(caller.user, services.settings)) throw factorRequired();
  },
});

/** Puts the parsed request in place of the event. */
export const parseCall = (route: Route): Step => ({
  before: (step: { event: unknown; readonly internal: Known }) => {
    const event = step.event as APIGatewayProxyEventV2;
    const { caller, cookies, requestId, found, services } = step.internal;
    const request = {
      ...parseRequest(route, event),
      caller,
      cookies,
      headers: event.headers,
      raw: route.raw ? rawBody(event) : new Uint8Array(),
      requestId,
      clientAddress: viewerAddress(event),
      userAgent: event.requestContext.http.userAgent,
    };
    step.event = { request, found, services } satisfies Ready;
  },
});

/** Refuses a call that the owner's lock closes. */
export const refuseLockedAccount = (route: Route): Step => ({
  before: ({ internal: { caller } }: Event) => {
    if (caller && route.closedByLock) refuseLocked(caller.user);
  },
});

/** Refuses a session without a recent proof of presence on routes that need one. */
export const requireFreshSession = (route: Route): Step => ({
  before: ({ event, internal: { caller, services } }: { readonly event: Ready; readonly internal: Known }) => {
    const { body } = event.request as { readonly body?: unknown };
    if (caller && needsFresh(route, body)) assertFresh(caller.session, caller.user, services.clock.now());
  },
});

/** Forms the reply from the route's answer; leaves out all that the contract does not name. */
export const formReply = (route: Route): Step => ({
  after: (step: { response: unknown; readonly internal: Known }) => {
    const {
      reply,
      status,
      cookies: setCookies,
      headers,
      csv,
    } = step.response instanceof Answer ? (step.response as Answer<unknown>) : new Answer(step.response, {});
    const { requestId, services } = step.internal;
    const body = parseReply(route, reply, (field) => {
      services.log.warn('reply has a word of a later version', { requestId, field });
    });
    const more = { ...keeping(route), ...headers };
    const answered = respond(status ?? route.status, body, requestId, setCookies, more);
    step.response = csv === undefined ? answered : asCsv(answered, csv);
  },
});

/**
 * Parses a reply by the schema of its route. A word that the schema's list lacks stays: a later version, which runs beside
 * this one during a deployment or ran before a rollback, may have stored it, and must not take the whole page away.
 */
function parseReply({ reply: schema }: Route, reply: unknown, onLaterWord: (field: string) => void): unknown {
  const parsed = schema.safeParse(reply);
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues.map((issue) => ({ issue, word: at(reply, issue.path) }));
  if (places.some(({ issue, word }) => issue.code !== 'invalid_value' || typeof word !== 'string')) throw parsed.error;
  const known = structuredClone(reply);
  for (const { issue } of places) put(known, issue.path, 'values' in issue ? issue.values[0] : undefined);
  const body: unknown = schema.parse(known);
  for (const { issue, word } of places) {
    put(body, issue.path, word);
    onLaterWord(issue.path.join('.'));
  }
  return body;
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, name) => (inner as Readonly<Record<PropertyKey, unknown>>)[name], value);
}

function put(value: unknown, path: readonly PropertyKey[], word: unknown): void {
  const [name = ''] = path.slice(-1);
  (at(value, path.slice(0, -1)) as Record<PropertyKey, unknown>)[name] = word;
}

/**
 * Compresses a long reply to a read, for a caller that takes gzip. CloudFront itself compresses replies that it caches.
 */
export const compressRead = (route: Route): Step => ({
  after: (step: { readonly event: unknown; response: unknown }) => {
    if (route.method !== 'GET' || route.cachedSeconds !== undefined) return;
    const { headers } = (step.event as Ready).request as { readonly headers: APIGatewayProxyEventV2['headers'] };
    step.response = compressReply(step.response as APIGatewayProxyStructuredResultV2, headers['accept-encoding']);
  },
});

/** Time for which a browser may keep a reply, as its header; nothing else is kept. */
function keeping({ cachedSeconds }: Route): Readonly<Record<string, string>> {
  return cachedSeconds === undefined ? {} : { 'cache-control': `public, max-age=${cachedSeconds}` };
}

/** True for a request that only a fresh session may make. */
function needsFresh({ fresh }: Route, body: unknown): boolean {
  if (fresh === undefined || fresh === true) return fresh === true;
  const given = Object(body) as Readonly<Record<string, unknown>>;
  return Object.entries(fresh.body).every(([name, value]) => given[name] === value);
}

/**
 * Returns the network address of the client. CloudFront appends its viewer's address to `X-Forwarded-For` and the
 * gateway appends CloudFront's, so it is the last but one. Entries before it come from the client and are ignored.
 * Without CloudFront it is the gateway's peer.
 */
function viewerAddress(event: APIGatewayProxyEventV2): string {
  const chain = (event.headers['x-forwarded-for'] ?? '').split(',').map((address) => address.trim());
  return chain.at(-2) ?? event.requestContext.http.sourceIp;
}

/** Turns an unexpected error into `Internal` or `Busy`, and logs it whole. */
function asAppError(thrown: unknown, log: Log, route: string, requestId: string): AppError {
  if (thrown instanceof AppError) return thrown;
  const error = thrown instanceof Error ? thrown : new Error('something that is no error was thrown');
  const lacksSecrets = error.name === 'SecretsUnavailable';
  const isBusy = thrown instanceof WriteConflict || error.name === 'StoreUnavailable' || lacksSecrets;
  const text = lacksSecrets ? 'request found the secrets away' : 'request found the table busy';
  log.error(isBusy ? text : 'request failed', {
    route,
    requestId,
    error: error.name,
    detail: error.message,
    stack: error.stack,
  });
  if (isBusy) {
    return new AppError('Busy', 'We’re busy right now. Please try again in a moment.', {
      retryAfterSeconds: 1,
    });
  }
  return new AppError('Internal', 'Something went wrong on our side. Please try again.');
}
