import { describe, expect, it } from 'vitest';
import { handler as login } from '#functions/api/auth/login.ts';
import { handler as verify } from '#functions/api/auth/verify-2fa.ts';
import { handler as read } from '#functions/api/user/read.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import { authWorld, digitsIn, goodPassword, type AuthWorld } from '#test/support/auth-world.ts';
import { callEndpoint, keptCookies, type TestAnswer } from '#test/support/call-endpoint.ts';

const body = { email: 'ada@example.com', password: goodPassword };

async function challenged(): Promise<{ world: AuthWorld; user: User; pending: TestAnswer; code: string }> {
  const world = authWorld();
  const user = await world.joined();
  await world.change(user.userId, { isTwoFactorEnabled: true });
  const pending = await callEndpoint(login, world.services, { body });
  return { world, user, pending, code: digitsIn(world.mails.at(-1)) };
}

describe('POST /auth/2fa/verify', () => {
  it('finishes a sign-in with the very cookies that a password alone sets', async () => {
    const { world, user, pending, code } = await challenged();
    expect(pending).toMatchObject({ status: 200, body: { isTwoFactorRequired: true, userId: user.userId } });
    expect(pending.setCookies).toEqual([
      expect.stringMatching(/^__Host-pending=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; Secure; SameSite=Strict$/),
    ]);
    await expect(
      callEndpoint(read, world.services, { cookies: keptCookies(pending.setCookies) }),
    ).resolves.toMatchObject({ status: 401 });

    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    const answer = await callEndpoint(verify, world.services, {
      body: { code: spaced, userId: user.userId },
      cookies: keptCookies(pending.setCookies),
    });
    expect(answer).toMatchObject({ status: 200, body: { userId: user.userId } });
    const cookies = keptCookies(answer.setCookies);
    expect(Object.keys(cookies)).toEqual(['__Host-access', '__Secure-refresh', '__Secure-device']);
    expect(answer.setCookies).toContain('__Host-pending=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Strict');
    await expect(callEndpoint(read, world.services, { cookies })).resolves.toMatchObject({ status: 200 });
    expect(JSON.stringify([world.logs, answer.body])).not.toContain(code);
    for (const token of Object.values(cookies)) expect(JSON.stringify([world.logs, answer.body])).not.toContain(token);
  });

  it('answers wrong digits 401 InvalidCode, which makes no client refresh, and sets nothing', async () => {
    const { world, user } = await challenged();
    const wrong = { code: '999999', userId: user.userId };
    const answer = await callEndpoint(verify, world.services, { body: wrong });
    expect(answer).toMatchObject({ status: 401, body: { code: 'InvalidCode' }, setCookies: [] });
    const nobody = { code: '999999', userId: `usr_7${'Z'.repeat(25)}` };
    expect(await callEndpoint(verify, world.services, { body: nobody })).toEqual(answer);
  });

  it.each([{ code: '12345' }, { code: '1234567' }, { code: 'abcdef' }, { code: 123456 }, { userId: 'x' }, { more: 1 }])(
    'refuses the body %j',
    async (changes) => {
      const { world, user, code } = await challenged();
      const answer = await callEndpoint(verify, world.services, { body: { code, userId: user.userId, ...changes } });
      expect(answer).toMatchObject({ status: 400, body: { code: 'ValidationFailed' } });
      expect(world.store.all('session')).toHaveLength(0);
    },
  );

  it('cannot be triggered by another site', async () => {
    const { world, user, code } = await challenged();
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' };
    const answer = await callEndpoint(verify, world.services, { body: { code, userId: user.userId }, headers });
    expect(answer).toMatchObject({ status: 403, body: { code: 'CrossSiteRequest' } });
    expect(world.store.all('session')).toHaveLength(0);
  });
});
