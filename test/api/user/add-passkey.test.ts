import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/user/add-passkey.ts';
import { creationOptions } from '#functions/domain/auth/factors/passkey-options.ts';
import { newSession } from '#functions/domain/auth/sessions/new-session.ts';
import { tokensOf } from '#functions/domain/auth/sessions/session-tokens.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import { insert } from '#functions/ports/store.ts';
import { accessCookieName } from '#functions/runtime/session-cookies.ts';
import { addTestPasskey, testSite } from '#test/support/add-passkey.ts';
import { addTotp } from '#test/support/add-totp.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { softwareAuthenticator, type Mishap } from '#test/support/software-authenticator.ts';

/** A browser that asked for a passkey's options, and what its authenticator answers. */
async function answered({ services, store }: MoneyWorld, user: User, mishap: Mishap = {}) {
  const session = newSession(services, user);
  await store.commit([insert('session', session)]);
  const { accessToken } = await tokensOf(services, session);
  const authenticator = softwareAuthenticator(testSite);
  const attestation = authenticator.make(await creationOptions(services, { user, session }), mishap);
  const browser = { userId: user.userId, cookies: { [accessCookieName]: accessToken } };
  return { browser, body: { attestation, name: 'Phone' } };
}

endpointSuite('user.add-passkey', {
  handler,
  good: ({ world, user }) => answered(world, user),
  refusals: {
    Conflict: async ({ world, user }) => {
      const request = await answered(world, user);
      for (let times = 0; times < 10; times += 1) await addTestPasskey(world.services, user);
      return request;
    },
    TooManyRequests: async ({ world, user }) => {
      for (let times = 0; times < 20; times += 1) await addTotp(world.services, user);
      return answered(world, user);
    },
  },
  badBodies: [
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(61) }],
    ['attestation', { attestation: 'x' }],
  ],
});

describe('user.add-passkey', () => {
  it('shows recovery codes with the first factor, and none with the next', async () => {
    const world = moneyWorld();
    const user = await world.cardholder(0);
    const first = await callRoute('user.add-passkey', handler, world.services, {
      as: user,
      ...(await answered(world, user)),
    });
    expect(first.reply).toMatchObject({ name: 'Phone', lastUsedAt: null });
    expect(first.reply.recoveryCodes).toHaveLength(10);
    const second = await callRoute('user.add-passkey', handler, world.services, {
      as: user,
      ...(await answered(world, user)),
    });
    expect(second.reply.recoveryCodes).toBeNull();
  });

  it('accepts an attestation once', async () => {
    const world = moneyWorld();
    const user = await world.cardholder(0);
    const request = { as: user, ...(await answered(world, user)) };
    const add = async () => (await callRoute('user.add-passkey', handler, world.services, request)).status;
    const statuses = await Promise.all([add(), add(), add()]);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  });

  it.each<readonly [string, Mishap]>([
    ['was made on another site', { origin: 'https://evil.example' }],
    ['was made for another site', { rpId: 'evil.example' }],
    ['was made in a frame', { crossOrigin: true }],
    ['verified nobody', { isVerified: false }],
    ['is no making of a passkey', { type: 'webauthn.get' }],
  ])('refuses a passkey that %s', async (_why, mishap) => {
    const world = moneyWorld();
    const user = await world.cardholder(0);
    const request = { as: user, ...(await answered(world, user, mishap)) };
    const { code, body } = await callRoute('user.add-passkey', handler, world.services, request);
    expect([code, Object.keys(body['fields'] ?? {})]).toEqual(['ValidationFailed', ['attestation']]);
  });

  it('refuses an attestation for the options of another session, and one after five minutes', async () => {
    const world = moneyWorld();
    const user = await world.cardholder(0);
    const { body } = await answered(world, user);
    const elsewhere = await callRoute('user.add-passkey', handler, world.services, { as: user, body });
    expect(elsewhere.code).toBe('ValidationFailed');
    const request = { as: user, ...(await answered(world, user)) };
    world.clock.advance(5 * 60_000);
    expect((await callRoute('user.add-passkey', handler, world.services, request)).code).toBe('ValidationFailed');
  });
});
