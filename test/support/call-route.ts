import { expect } from 'vitest';
import { commonErrors, routes, type ReplyOf, type Route, type RouteId } from '#shared/contract/index.ts';
import { PriceVersion } from '#shared/contract/prices.ts';
import { proofMethods } from '#shared/contract/factors.ts';
import { errorStatus, type ErrorCode } from '#shared/errors.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import type { EndpointHandler } from '#functions/runtime/endpoint.ts';
import { callEndpoint, type TestAnswer, type TestRequest } from './call-endpoint.ts';
import { grantedServices } from './granted-services.ts';
import { cookiesOf } from './signed-in.ts';

/** A request and its sender; without `as` it is sent signed out. */
export type RouteRequest = TestRequest & {
  readonly as?: User;
  /**
   * The browser of a person who is already signed in. Every other person signs in again, as all do without it.
   */
  readonly browser?: { readonly userId: User['userId']; readonly cookies: Readonly<Record<string, string>> };
};

/** An answer whose body is read as the route's reply. */
export type RouteAnswer<Id extends RouteId> = TestAnswer & { readonly reply: ReplyOf<Id>; readonly code: unknown };

/**
 * Calls a route in process, with the services that its grant leaves it, and checks every answer against the contract of
 * the route.
 */
export async function callRoute<Id extends RouteId>(
  id: Id,
  handler: EndpointHandler,
  services: Services,
  { as, browser, ...request }: RouteRequest,
): Promise<RouteAnswer<Id>> {
  const held = as !== undefined && browser?.userId === as.userId ? browser.cookies : undefined;
  const cookies = as === undefined ? {} : (held ?? (await cookiesOf(services, as)));
  const refused: string[] = [];
  const granted = grantedServices(services, id, (what) => refused.push(what));
  const answer = await callEndpoint(handler, granted, { ...request, cookies: { ...cookies, ...request.cookies } });
  expect(refused).toEqual([]);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': expect.stringContaining(answer.status < 400 ? keepingOf(routes[id]) : 'no-store'),
    'x-request-id': 'request-1',
  });
  if (answer.status < 400) expectReply(routes[id], answer);
  else expectRefusal(routes[id], answer);
  return { ...answer, reply: answer.body as ReplyOf<Id>, code: answer.body['code'] };
}

/** Words about keeping a reply. Nothing is kept but what the contract names. */
function keepingOf({ cachedSeconds }: Route): string {
  return cachedSeconds === undefined ? 'no-store' : `public, max-age=${cachedSeconds}`;
}

/** Expects a reply without undeclared fields: the schema would drop them. */
function expectReply(route: Route, { status, body }: TestAnswer): void {
  expect(route.accepted ? [route.status, 202] : [route.status]).toContain(status);
  // An answer without a body is read as an empty object.
  if (route.status === 204) return expect(body).toEqual({});
  expect(route.reply.parse(body)).toEqual(body);
}

function expectRefusal(route: Route, { status, body }: TestAnswer): void {
  const { code, message, fields = {}, methods, prices, requestId, ...more } = body;
  expect([...commonErrors, ...route.errors]).toContain(code);
  expect(status).toBe(errorStatus[code as ErrorCode]);
  expect(message).toMatch(/^\S.*[.!?]$/s);
  expect(fields).toBeTypeOf('object');
  expect(requestId).toBe('request-1');
  if (code === 'ProofRequired') expect(proofMethods).toEqual(expect.arrayContaining(methods as string[]));
  else expect(methods).toBeUndefined();
  if (code === 'QuoteChanged') expect(PriceVersion.parse(prices)).toEqual(prices);
  else expect(prices).toBeUndefined();
  expect(more).toEqual({});
}
