import { describe, expect, it } from 'vitest';
import { verifyEmail } from '#functions/domain/auth/sign-up/verify-email.ts';
import { handler } from '#functions/api/auth/login.ts';
import { authWorld, goodPassword, codeIn } from '#test/support/auth-world.ts';
import { callEndpoint, keptCookies } from '#test/support/call-endpoint.ts';

const body = { email: 'ada@example.com', password: goodPassword };
const wrong = { ...body, password: 'Wrong-guess-1' };

describe('POST /auth/login', () => {
  it('signs in with cookies; no token is in the body', async () => {
    const world = authWorld();
    const user = await world.joined();
    const answer = await callEndpoint(handler, world.services, { body });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ isTwoFactorRequired: false, userId: user.userId });
    const cookies = keptCookies(answer.setCookies);
    expect(Object.keys(cookies)).toEqual(['__Host-access', '__Secure-refresh', '__Secure-device']);
    for (const cookie of answer.setCookies) expect(cookie).toMatch(/; HttpOnly; Secure; SameSite=Strict$/);
    for (const token of Object.values(cookies)) expect(JSON.stringify([world.logs, answer.body])).not.toContain(token);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
  });

  it('answers an unknown address and a wrong password to the byte the same', async () => {
    const world = authWorld();
    await world.joined();
    const known = await callEndpoint(handler, world.services, { body: wrong });
    const unknown = await callEndpoint(handler, world.services, { body: { ...wrong, email: 'bob@example.com' } });
    expect(known).toMatchObject({ status: 401, body: { code: 'InvalidCredentials' }, setCookies: [] });
    expect(unknown).toEqual(known);
  });

  it('answers 429 with Retry-After to further guesses, for a known address or not, and lets the device cookie through', async () => {
    const world = authWorld();
    await world.joined();
    const cookies = keptCookies((await callEndpoint(handler, world.services, { body })).setCookies);
    const refused = async (email: string): Promise<unknown> => {
      for (let round = 0; round < 5; round++)
        await callEndpoint(handler, world.services, { body: { ...wrong, email } });
      world.clock.advance(2_000);
      return callEndpoint(handler, world.services, { body: { ...wrong, email } });
    };
    const known = await refused(body.email);
    expect(known).toMatchObject({ status: 429, body: { code: 'TooManyRequests' }, headers: { 'retry-after': '58' } });
    expect(await refused('nobody@example.com')).toEqual(known);
    await expect(callEndpoint(handler, world.services, { body, cookies })).resolves.toMatchObject({ status: 200 });
  });

  it('does not sign in before the address is confirmed, and not once suspended', async () => {
    const world = authWorld();
    await world.signUp();
    const early = await callEndpoint(handler, world.services, { body });
    expect(early).toMatchObject({ status: 403, body: { code: 'EmailNotVerified' }, setCookies: [] });
    await verifyEmail(world.services, codeIn(world.mails.at(-1)));
    await world.change(world.userByEmail(body.email).userId, { isSuspended: true });
    const late = await callEndpoint(handler, world.services, { body });
    expect(late).toMatchObject({ status: 403, body: { code: 'AccountSuspended' }, setCookies: [] });
  });

  it.each([{ email: '', password: 'x' }, { email: 'a@b.example' }, {}, [], 'x', { ...body, extra: 1 }])(
    'refuses the body %j',
    async (broken) => {
      const answer = await callEndpoint(handler, authWorld().services, { body: broken });
      expect(answer).toMatchObject({ status: 400, body: { code: 'ValidationFailed' } });
    },
  );
});
