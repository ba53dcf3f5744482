import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type * as z from 'zod/mini';
import type { RequestOf, Route, RouteId, routes } from '#shared/contract/index.ts';
import type { SwitchName } from '#shared/contract/switches.ts';
import type { Ref } from '#functions/domain/auth/sessions/authenticate.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Claim } from '#functions/ports/entities/operations.ts';
import type { Services } from '#functions/ports/services.ts';
import { recallingWrites } from '#functions/domain/recall-writes.ts';
import { readSteering } from '#functions/domain/steering/read-steering.ts';
import { refuseUnacceptedTerms } from '#functions/domain/auth/accepted-terms.ts';
import { refuseRegion, refuseSwitchedOff } from '#functions/domain/steering/refuse-action.ts';
import type { Answer } from './answer.ts';
import {
  authorizeCaller,
  compressRead,
  formReply,
  identifyCaller,
  logRequest,
  openRequest,
  parseCall,
  refuseLockedAccount,
  refuseOtherSites,
  replyToErrors,
  requireFactor,
  requireFreshSession,
  type Caller,
  type FindFor,
  type Known,
  type Ready,
} from './endpoint-steps.ts';
import { parseRequest } from './parse-request.ts';
import { currentServices } from './services.ts';
import { IdempotencyKey, runOnce, type MoneySteps } from './run-once.ts';

export type { Caller } from './endpoint-steps.ts';

/**
 * A part of the contract that declares a route. Each function imports its own part only: loading the schemas of all
 * routes would take a third of its start.
 */
type RoutesWith<Id extends RouteId> = Pick<typeof routes, Id>;

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
type ReadSteps<Id extends RouteId, Found> = Finding<Id, Found> & {
  readonly answer: (found: Found, ...given: Parameters<Handle<Id>>) => ReturnType<Handle<Id>>;
};

/** One of the two ways to begin a read. Its result or error is used only after the session was accepted. */
type Finding<Id extends RouteId, Found> =
  | {
      /** Reads and changes nothing. */
      readonly find: (request: NamedRequest<Id>, services: Services) => Promise<Found>;
      readonly want?: undefined;
    }
  | {
      /** Names one entity, which is read in the same request as the session; undefined for none. */
      readonly want: (request: NamedRequest<Id>, services: Services) => Ref | undefined;
      readonly find?: undefined;
    };

/** A Lambda handler; `using` gives the same one over other services, for tests. */
export type EndpointHandler = {
  (event: APIGatewayProxyEventV2, context: Context): Promise<APIGatewayProxyStructuredResultV2>;
  using(services: Services): (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;
};

/** Makes the Lambda of one route. Only this module knows HTTP: cookies, headers, JSON, status codes. */
export function endpoint<Id extends RouteId>(own: RoutesWith<Id>, id: Id, handle: Handle<Id>): EndpointHandler {
  const route: Route = own[id];
  return build(own, id, {
    answer: async (_found, request, services) => {
      await refuseWhileOff(route, request, services);
      return handle(request, services);
    },
  });
}

/**
 * Builds a GET endpoint whose first read runs in parallel with the session lookup: two round trips instead of three. A
 * refused caller gets the refusal at once; no reply, error or duration depends on what was read.
 */
export function readEndpoint<Id extends RouteId, Found>(
  own: RoutesWith<Id>,
  id: Id,
  steps: ReadSteps<Id, Found>,
): EndpointHandler {
  const route: Route = own[id];
  if (route.method !== 'GET' || route.changesState || route.access === 'public')
    throw new Error(`${id} does not read for a signed-in user`);
  return build(own, id, steps);
}

/**
 * Makes the Lambda of a route that moves money. `start` stores the intent once, with the idempotency claim in the same
 * transaction, and returns its id; `answer` describes its present state. The key is looked up in parallel with the
 * session, so a repeated key skips `start` and every gate in it, without a round trip of its own.
 */
export function moneyEndpoint<Id extends RouteId>(
  own: RoutesWith<Id>,
  id: Id,
  steps: MoneySteps<EndpointRequest<Id>, ReplyInput<Id>>,
): EndpointHandler {
  const route: Route = own[id];
  return build<Id, Claim | undefined>(own, id, {
    want: (request, services) => {
      // Begun here, in parallel with the session, because a function's first request has to read the settings.
      if (switchOf(route)) readSteering(services).catch(() => undefined);
      const key = IdempotencyKey.read(id, request.userId, request);
      return key && { kind: 'claim', key: key.claim };
    },
    answer: async (known, request, given) => {
      const { caller } = request;
      const services = recallingWrites(given);
      if (caller === undefined) throw new Error(`${id} moves money and must know whose`);
      const key = IdempotencyKey.read(id, caller.user.userId, request);
      const fits = (reply: unknown): boolean => own[id].reply.safeParse(reply).success;
      // Checked in `start`, which a repeated key skips: the key still reports what it began before the switch was off.
      const start: typeof steps.start = async (...given) => {
        await refuseWhileOff(route, request, services);
        const subjectId = await steps.start(...given);
        // Later workers and jobs log the subject's id only: this line ties it to the request.
        services.log.info('begun', { route: id, requestId: request.requestId, subjectId });
        return subjectId;
      };
      return runOnce(key, { ...steps, fits, start }, request, services, known);
    },
  });
}

function switchOf({ switch: name }: Route): SwitchName | undefined {
  return name === 'none' ? undefined : name;
}

/**
 * Refuses a new request of a route that staff have switched off, that is not offered in the person's country, or that
 * needs the present terms accepted. CloudFront names the country, and overwrites the header if a browser sends it.
 */
async function refuseWhileOff(
  route: Route,
  {
    body,
    headers,
    caller,
  }: {
    readonly body: unknown;
    readonly headers: Readonly<Record<string, string | undefined>>;
    readonly caller: Caller | undefined;
  },
  services: Services,
): Promise<void> {
  const name = switchOf(route);
  if (name === undefined) return;
  const { currency } = Object(body) as { readonly currency?: unknown };
  const steering = await readSteering(services);
  refuseRegion(steering, name, headers['cloudfront-viewer-country']);
  if (caller) refuseUnacceptedTerms(caller.user, name);
  refuseSwitchedOff(steering, name, currency);
}

function build<Id extends RouteId, Found>(
  own: RoutesWith<Id>,
  id: Id,
  { find, want, answer }: Pick<ReadSteps<Id, Found>, 'answer'> & Partial<Finding<Id, Found>>,
): EndpointHandler {
  const route: Route = own[id];
  const findFor: FindFor = (userId, event, services) => {
    try {
      if (!find && !want) return { found: Promise.resolve() };
      const request = { ...parseRequest(route, event), headers: event.headers, userId } as NamedRequest<Id>;
      const wanted = want?.(request, services);
      return wanted ? { wanted } : { found: find ? find(request, services) : Promise.resolve() };
    } catch (thrown) {
      return { found: Promise.reject(thrown) };
    }
  };

  const pipelineOver = (open: () => Services | Promise<Services>) =>
    middy<Ready, unknown, Error, Context, Known>()
      .use(openRequest(open))
      .use(logRequest(id))
      .use(replyToErrors(id))
      .use(refuseOtherSites(route))
      .use(identifyCaller(route, findFor))
      .use(authorizeCaller(route))
      .use(requireFactor(route))
      .use(parseCall(route))
      .use(refuseLockedAccount(route))
      .use(requireFreshSession(route))
      .use(compressRead(route))
      .use(formReply(route))
      .handler(async ({ request, found, services }) =>
        answer((await found) as Found, request as EndpointRequest<Id>, services),
      ) as unknown as EndpointHandler;

  return Object.assign(pipelineOver(currentServices), {
    using: (services: Services) => {
      const pipeline = pipelineOver(() => services);
      return (event: APIGatewayProxyEventV2) => pipeline(event, {} as Context);
    },
  });
}
