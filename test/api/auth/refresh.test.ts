import { describe, expect, it } from 'vitest';
import { handler as login } from '#functions/api/auth/login.ts';
import { handler as refresh } from '#functions/api/auth/refresh.ts';
import { handler as read } from '#functions/api/user/read.ts';
import { authWorld, goodPassword, type AuthWorld } from '#test/support/auth-world.ts';
import { callEndpoint, keptCookies } from '#test/support/call-endpoint.ts';

async function signedIn(): Promise<{ world: AuthWorld; cookies: Record<string, string> }> {
  const world = authWorld();
  await world.joined();
  const answer = await callEndpoint(login, world.services, {
    body: { email: 'ada@example.com', password: goodPassword },
  });
  return { world, cookies: keptCookies(answer.setCookies) };
}

const cleared = [
  '__Host-access=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Strict',
  '__Secure-refresh=; Path=/api/auth; Max-Age=0; HttpOnly; Secure; SameSite=Strict',
];

describe('GET /auth/refresh', () => {
  it('exchanges the cookies for a fresh pair', async () => {
    const { world, cookies } = await signedIn();
    world.clock.advance(16 * 60_000);
    await expect(callEndpoint(read, world.services, { cookies })).resolves.toMatchObject({
      status: 401,
      body: { code: 'InvalidAccessToken' },
    });
    const answer = await callEndpoint(refresh, world.services, { cookies });
    expect(answer.status).toBe(200);
    const fresh = keptCookies(answer.setCookies);
    expect(fresh['__Secure-refresh']).not.toBe(cookies['__Secure-refresh']);
    await expect(callEndpoint(read, world.services, { cookies: fresh })).resolves.toMatchObject({ status: 200 });
    expect(JSON.stringify(answer.body)).not.toContain(fresh['__Secure-refresh']);
  });

  it('clears the cookies when a reused token has ended the session', async () => {
    const { world, cookies } = await signedIn();
    const answer = await callEndpoint(refresh, world.services, { cookies });
    world.clock.advance(60_000);
    const reused = await callEndpoint(refresh, world.services, { cookies });
    expect(reused).toMatchObject({ status: 401, body: { code: 'InvalidRefreshToken' }, setCookies: cleared });
    const victim = keptCookies(answer.setCookies);
    await expect(callEndpoint(read, world.services, { cookies: victim })).resolves.toMatchObject({ status: 401 });
  });

  it('returns 401 InvalidRefreshToken without a cookie, which makes no client refresh again, and clears no cookie', async () => {
    const answer = await callEndpoint(refresh, authWorld().services);
    expect(answer).toMatchObject({ status: 401, body: { code: 'InvalidRefreshToken' }, setCookies: [] });
  });

  it.each([
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' },
  ])('cannot be triggered by a request with %j', async (headers) => {
    const { world, cookies } = await signedIn();
    const before = world.store.all('session');
    const answer = await callEndpoint(refresh, world.services, { cookies, headers });
    expect(answer).toMatchObject({ status: 403, body: { code: 'CrossSiteRequest' }, setCookies: [] });
    expect(world.store.all('session')).toEqual(before);
  });
});
