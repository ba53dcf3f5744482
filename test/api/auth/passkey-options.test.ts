import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/auth/passkey-options.ts';
import { accessCookieName, passkeyCookieName } from '#functions/runtime/session-cookies.ts';
import { addTestPasskey } from '#test/support/add-passkey.ts';
import { callRoute } from '#test/support/call-route.ts';
import { moneyWorld } from '#test/support/money-world.ts';

describe('auth.passkey-options', () => {
  it('names no passkey before a sign-in, stores nothing, and binds the challenge to the browser', async () => {
    const world = moneyWorld();
    await addTestPasskey(world.services, await world.cardholder(0));
    const counters = world.store.all('rateCounter').length;
    const { reply, setCookies } = await callRoute('auth.passkey-options', handler, world.services, { body: {} });
    expect(reply).toMatchObject({ rpId: 'satchel.example', userVerification: 'required', allowCredentials: [] });
    expect(setCookies).toEqual([
      expect.stringMatching(/^__Host-passkey=[\w-]{43}; Path=\/; Max-Age=300; HttpOnly; Secure; SameSite=Strict$/),
    ]);
    expect(world.store.all('rateCounter')).toHaveLength(counters);
  });

  it('reuses the challenge of a browser that asked before, so that two tabs do not void each other', async () => {
    const { services } = moneyWorld();
    const cookies = { [passkeyCookieName]: 'held' };
    const { setCookies } = await callRoute('auth.passkey-options', handler, services, { body: {}, cookies });
    expect(setCookies).toEqual([expect.stringContaining('__Host-passkey=held;')]);
  });

  it('names the caller’s passkeys for a proof, and sets no cookie', async () => {
    const world = moneyWorld();
    const user = await world.cardholder(0);
    const { authenticator } = await addTestPasskey(world.services, user);
    const body = { purpose: 'proof' };
    const request = { as: user, body };
    const { reply, setCookies } = await callRoute('auth.passkey-options', handler, world.services, request);
    expect(reply.allowCredentials).toEqual([
      { type: 'public-key', id: authenticator.use(reply).id, transports: ['internal'] },
    ]);
    expect(setCookies).toEqual([]);
  });

  it.each([
    ['InvalidAccessToken', undefined],
    ['AccountSuspended', { isSuspended: true }],
    ['AccountLocked', { isLockedUntilReset: true }],
  ] as const)('refuses options for a proof with %s', async (code, changes) => {
    const world = moneyWorld();
    const user = changes && (await world.cardholder(0, changes));
    const request = user === undefined ? { cookies: { [accessCookieName]: 'x' } } : { as: user };
    const answer = await callRoute('auth.passkey-options', handler, world.services, {
      ...request,
      body: { purpose: 'proof' },
    });
    expect(answer.code).toBe(code);
  });

  it('names the field of an unknown purpose', async () => {
    const { services } = moneyWorld();
    const { body } = await callRoute('auth.passkey-options', handler, services, { body: { purpose: 'fun' } });
    expect(body).toMatchObject({ code: 'ValidationFailed', fields: { purpose: 'must be sign-in or proof' } });
  });
});
