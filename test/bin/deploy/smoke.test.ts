import { expect, test } from 'vitest';

import { smoke } from '#bin/deploy/smoke.ts';
import { handler as readStatus } from '#functions/api/status/read.ts';
import { handler as readUser } from '#functions/api/user/read.ts';
import type { EndpointHandler } from '#functions/runtime/endpoint.ts';
import { callEndpoint } from '#test/support/call-endpoint.ts';
import { moneyWorld } from '#test/support/money-world.ts';

const origin = 'https://d111.cloudfront.net';

/** The troubles of a deployment whose API is made of these functions, or answers with a text of the gateway's. */
async function troublesOf(api: Readonly<Record<string, EndpointHandler | string>>): Promise<readonly string[]> {
  const { services } = moneyWorld();
  const answer = async (path: string): Promise<Response> => {
    const made = api[path];
    if (made === undefined) return new Response('<title>Satchel', { headers: { 'content-type': 'text/html' } });
    if (typeof made === 'string')
      return new Response(made, { status: 401, headers: { 'content-type': 'application/json' } });
    const { status, text, headers } = await callEndpoint(made, services);
    return new Response(text, { status, headers: { 'content-type': String(headers['content-type']) } });
  };
  const fetch = ((url: string) => answer(new URL(url).pathname)) as typeof globalThis.fetch;
  return smoke({ fetch, clock: services.clock }, origin, 0);
}

test('the smoke of a deployment accepts what the functions themselves answer to a stranger', async () => {
  expect(await troublesOf({ '/api/user': readUser, '/api/status': readStatus })).toEqual([]);
});

test('the smoke of a deployment takes a refusal of the gateway for none of the functions', async () => {
  const troubles = await troublesOf({ '/api/user': '{"message":"Unauthorized"}', '/api/status': readStatus });
  expect(troubles).toEqual([`GET ${origin}/api/user answered without "InvalidAccessToken".`]);
});
