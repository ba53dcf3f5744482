import { describe, expect, it } from 'vitest';
import { handler as login } from '#functions/api/auth/login.ts';
import { handler as logout } from '#functions/api/auth/logout.ts';
import { handler as refresh } from '#functions/api/auth/refresh.ts';
import { handler as read } from '#functions/api/user/read.ts';
import { authWorld, goodPassword } from '#test/support/auth-world.ts';
import { callEndpoint, keptCookies } from '#test/support/call-endpoint.ts';

describe('GET /auth/logout', () => {
  it('ends the session at once, and can be repeated', async () => {
    const world = authWorld();
    await world.joined();
    const body = { email: 'ada@example.com', password: goodPassword };
    const cookies = keptCookies((await callEndpoint(login, world.services, { body })).setCookies);
    for (let round = 0; round < 2; round++) {
      const answer = await callEndpoint(logout, world.services, { cookies });
      expect(answer.status).toBe(200);
      expect(keptCookies(answer.setCookies)).toEqual({});
      expect(answer.setCookies).toHaveLength(2);
    }
    const after = await callEndpoint(read, world.services, { cookies });
    expect(after).toMatchObject({ status: 401, body: { code: 'InvalidAccessToken' } });
    await expect(callEndpoint(refresh, world.services, { cookies })).resolves.toMatchObject({ status: 401 });
  });

  it('succeeds without a session', async () => {
    await expect(callEndpoint(logout, authWorld().services)).resolves.toMatchObject({ status: 200 });
  });

  it('cannot be triggered by an image on another site', async () => {
    const world = authWorld();
    await world.joined();
    const body = { email: 'ada@example.com', password: goodPassword };
    const cookies = keptCookies((await callEndpoint(login, world.services, { body })).setCookies);
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
    await expect(callEndpoint(logout, world.services, { cookies, headers })).resolves.toMatchObject({ status: 403 });
    await expect(callEndpoint(read, world.services, { cookies })).resolves.toMatchObject({ status: 200 });
  });
});
