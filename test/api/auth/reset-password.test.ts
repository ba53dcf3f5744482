import { describe, expect, it } from 'vitest';
import { handler as forgot } from '#functions/api/auth/forgot-password.ts';
import { handler as reset } from '#functions/api/auth/reset-password.ts';
import { handler as read } from '#functions/api/user/read.ts';
import { authWorld, resetCodeIn, type AuthWorld } from '#test/support/auth-world.ts';
import { callEndpoint, keptCookies } from '#test/support/call-endpoint.ts';

const password = 'Long-Walks-88';

async function forgotten(): Promise<{ world: AuthWorld; verificationCode: string }> {
  const world = authWorld();
  await world.joined();
  await callEndpoint(forgot, world.services, { body: { email: 'ada@example.com' } });
  return { world, verificationCode: resetCodeIn(world.mails.at(-1)) };
}

describe('POST /auth/password/reset', () => {
  it('says that it is done, and signs nobody in', async () => {
    const { world, verificationCode } = await forgotten();
    const answer = await callEndpoint(reset, world.services, { body: { password, verificationCode } });
    expect(answer).toMatchObject({ status: 200, body: { message: expect.stringMatching(/changed/) } });
    expect(Object.keys(keptCookies(answer.setCookies))).toEqual(['__Secure-device']);
    // The session that this browser may have had is over, and its cookies go.
    expect(answer.setCookies.filter((cookie) => cookie.includes('Max-Age=0;'))).toHaveLength(2);
    expect(world.store.all('session')).toHaveLength(0);
    expect(JSON.stringify([world.logs, answer.body])).not.toContain(verificationCode);
    const cookies = keptCookies(answer.setCookies);
    await expect(callEndpoint(read, world.services, { cookies })).resolves.toMatchObject({ status: 401 });
  });

  it('answers 400 InvalidResetLink to a code that is used, late or wrong: to the byte the same', async () => {
    const { world, verificationCode } = await forgotten();
    const ask = async (code: string) =>
      callEndpoint(reset, world.services, { body: { password, verificationCode: code } });
    const wrong = await ask('wrong');
    expect(wrong).toMatchObject({ status: 400, body: { code: 'InvalidResetLink' }, setCookies: [] });
    world.clock.advance(60 * 60_000);
    expect(await ask(verificationCode)).toEqual(wrong);
    await callEndpoint(forgot, world.services, { body: { email: 'ada@example.com' } });
    const fresh = resetCodeIn(world.mails.at(-1));
    await expect(ask(fresh)).resolves.toMatchObject({ status: 200 });
    expect(await ask(fresh)).toEqual(wrong);
  });

  it.each([
    ['a weak password', { password: 'weak' }, 'password'],
    ['a common password', { password: 'Password-1' }, 'password'],
    ['no code', { verificationCode: '' }, 'verificationCode'],
    ['an expiry of its own', { exp: 99_999_999_999_999 }, 'exp'],
  ])('refuses %s, naming the field, and leaves the link good', async (_, changes, field) => {
    const { world, verificationCode } = await forgotten();
    const refused = await callEndpoint(reset, world.services, { body: { password, verificationCode, ...changes } });
    expect(refused).toMatchObject({ status: 400, body: { code: 'ValidationFailed' } });
    expect(Object.keys(refused.body['fields'] ?? {})).toEqual([field]);
    const answer = await callEndpoint(reset, world.services, { body: { password, verificationCode } });
    expect(answer.status).toBe(200);
  });
});
