import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type * as z from 'zod/mini';
import { routes, type RequestOf, type Route, type RouteId } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { assertFresh } from '#functions/domain/auth/assert-fresh.ts';
import { authenticate } from '#functions/domain/auth/authenticate.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Claim } from '#functions/ports/entities/operations.ts';
import type { Session } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { WriteConflict } from '#functions/ports/store.ts';
import { Answer } from './answer.ts';
import { refuseCrossSite } from './cross-site.ts';
import { parseRequest, rawBody } from './parse-request.ts';
import { refuse, respond } from './respond.ts';
import { accessCookieName, readCookies } from './session-cookies.ts';
import { currentServices } from './services.ts';
import { IdempotencyKey, runOnce, type MoneySteps } from './run-once.ts';

/** The signed-in user and session of a request; set on every route that is not public. */
export type Caller = { readonly user: User; readonly session: Session };

type CallerOf<Id extends RouteId> = (typeof routes)[Id]['access'] extends 'public' ? undefined : Caller;

/** A parsed request. */
export type EndpointRequest<Id extends RouteId> = RequestOf<Id> & {
  readonly caller: CallerOf<Id>;
  readonly cookies: Readonly<Record<string, string>>;
  /** Header names are lower-case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The bytes as they came, on routes that take raw bodies. */
  readonly raw: Uint8Array;
  readonly requestId: string;
  readonly clientAddress: string;
  readonly userAgent: string;
};

type ReplyInput<Id extends RouteId> = z.input<(typeof routes)[Id]['reply']>;

/** The work of a route. */
type Handle<Id extends RouteId> = (
  request: EndpointRequest<Id>,
  services: Services,
) => Promise<ReplyInput<Id> | Answer<ReplyInput<Id>>>;

/** A parsed request of the user that its token names, before it is known whether the token may still be used. */
type NamedRequest<Id extends RouteId> = RequestOf<Id> &
  Pick<User, 'userId'> & { readonly headers: Readonly<Record<string, string | undefined>> };

/** The two halves of a read that begins while the session is still being looked up. */
type ReadSteps<Id extends RouteId, Found> = {
  /** Reads and changes nothing. Its result or error is used only after the session was accepted. */
  readonly find: (request: NamedRequest<Id>, services: Services) => Promise<Found>;
  readonly answer: (found: Found, ...given: Parameters<Handle<Id>>) => ReturnType<Handle<Id>>;
};

/** A Lambda handler; `using` gives the same one over other services, for tests. */
export type EndpointHandler = {
  (event: APIGatewayProxyEventV2, context: Context): Promise<APIGatewayProxyStructuredResultV2>;
  using(services: Services): (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;
};

/** Makes the Lambda of one route. The only place that knows HTTP: cookies, headers, JSON, status codes. */
export function endpoint<Id extends RouteId>(id: Id, handle: Handle<Id>): EndpointHandler {
  return build(id, { answer: (_found, ...given) => handle(...given) });
}

/**
 * Builds a GET endpoint whose first read runs in parallel with the session lookup: two round trips instead of three. A
 * refused caller gets the refusal at once; no reply, error or duration depends on what was read.
 */
export function readEndpoint<Id extends RouteId, Found>(id: Id, steps: ReadSteps<Id, Found>): EndpointHandler {
  const route: Route = routes[id];
  if (route.method !== 'GET' || route.changesState || route.access === 'public')
    throw new Error(`${id} does not read for a signed-in user`);
  return build(id, steps);
}

/**
 * Makes the Lambda of a route that moves money. `start` stores the intent once, with the idempotency claim in the same
 * transaction, and returns its id; `answer` describes its present state. The key is looked up in parallel with the
 * session, so a repeated key skips `start` and every gate in it, without a round trip of its own.
 */
export function moneyEndpoint<Id extends RouteId>(
  id: Id,
  steps: MoneySteps<EndpointRequest<Id>, ReplyInput<Id>>,
): EndpointHandler {
  return build<Id, Claim | undefined>(id, {
    find: async (request, { store }) => {
      const key = IdempotencyKey.read(id, request.userId, request);
      return key && store.get('claim', key.claim);
    },
    answer: async (known, request, services) => {
      const { caller } = request;
      if (caller === undefined) throw new Error(`${id} moves money and must know whose`);
      const key = IdempotencyKey.read(id, caller.user.userId, request);
      return runOnce(key, steps, request, services, known);
    },
  });
}

function build<Id extends RouteId, Found>(
  id: Id,
  { find, answer }: Omit<ReadSteps<Id, Found>, 'find'> & Partial<ReadSteps<Id, Found>>,
): EndpointHandler {
  const route: Route = routes[id];

  const findFor = async (userId: User['userId'], event: APIGatewayProxyEventV2, services: Services): Promise<unknown> =>
    find?.({ ...parseRequest(route, event), headers: event.headers, userId } as NamedRequest<Id>, services);

  const run = async (event: APIGatewayProxyEventV2, services: Services): Promise<APIGatewayProxyStructuredResultV2> => {
    const startedAtMs = services.clock.now();
    const requestId = event.requestContext.requestId;
    let userId: string | undefined;
    try {
      const { headers } = event;
      if (!route.raw && (route.method !== 'GET' || route.changesState))
        refuseCrossSite(headers, services.settings.siteUrl);
      const cookies = readCookies(event.cookies);
      let found: Promise<unknown> = Promise.resolve();
      const begin = (named: User['userId']): void => {
        found = findFor(named, event, services);
        // A failure is reported where the result is awaited; a refused caller never awaits it.
        found.catch(() => undefined);
      };
      const caller =
        route.access === 'public' ? undefined : await authenticate(services, cookies[accessCookieName], begin);
      userId = caller?.user.userId;
      if (caller && route.access !== 'session' && caller.user.role !== route.access) {
        throw new AppError('Forbidden', 'Your account may not do this.');
      }
      const request = {
        ...parseRequest(route, event),
        caller,
        cookies,
        headers,
        raw: route.raw ? rawBody(event) : new Uint8Array(),
        requestId,
        clientAddress: viewerAddress(event),
        userAgent: event.requestContext.http.userAgent,
      } as EndpointRequest<Id>;
      if (caller && needsFresh(route, request.body)) assertFresh(caller.session, services.clock.now());
      const outcome = await answer((await found) as Found, request, services);
      const {
        reply,
        status,
        cookies: setCookies,
        headers: more,
      } = outcome instanceof Answer ? outcome : new Answer(outcome, {});
      return respond(status ?? route.status, route.reply.parse(reply), requestId, setCookies, more);
    } catch (thrown) {
      return refuse(asAppError(thrown, services, id, requestId), requestId);
    } finally {
      services.log.info('request', { route: id, requestId, userId, durationMs: services.clock.now() - startedAtMs });
    }
  };

  const lambda = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>().handler(async (event) =>
    run(event, await currentServices()),
  );
  return Object.assign((event: APIGatewayProxyEventV2, context: Context) => lambda(event, context), {
    using: (services: Services) => (event: APIGatewayProxyEventV2) => run(event, services),
  });
}

/** True for a request that only a fresh session may make. */
function needsFresh({ fresh }: Route, body: unknown): boolean {
  if (fresh === undefined || fresh === true) return fresh === true;
  const given = Object(body) as Readonly<Record<string, unknown>>;
  return Object.entries(fresh.body).every(([name, value]) => given[name] === value);
}

/**
 * Returns the network address of the client. CloudFront appends its viewer's address to `X-Forwarded-For` and the
 * gateway appends CloudFront's, so it is the last but one; what a client put there itself stands before and counts for
 * nothing. Without CloudFront in front it is the gateway's peer.
 */
function viewerAddress(event: APIGatewayProxyEventV2): string {
  const chain = (event.headers['x-forwarded-for'] ?? '').split(',').map((address) => address.trim());
  return chain.at(-2) ?? event.requestContext.http.sourceIp;
}

/** Turns an unexpected error into `Internal` or `Busy`, and logs it whole. */
function asAppError(thrown: unknown, services: Services, route: string, requestId: string): AppError {
  if (thrown instanceof AppError) return thrown;
  const error = thrown instanceof Error ? thrown : new Error('something that is no error was thrown');
  services.log.error('request failed', {
    route,
    requestId,
    error: error.name,
    detail: error.message,
    stack: error.stack,
  });
  if (thrown instanceof WriteConflict || error.name === 'StoreUnavailable') {
    return new AppError('Busy', 'We’re busy right now. Please try again in a moment.', {
      retryAfterSeconds: 1,
    });
  }
  return new AppError('Internal', 'Something went wrong on our side. Please try again.');
}
