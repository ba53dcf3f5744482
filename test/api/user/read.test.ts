import { describe, expect, it, vi } from 'vitest';
import { cents } from '#shared/money.ts';
import { handler } from '#functions/api/user/read.ts';
import { update } from '#functions/ports/store.ts';
import { authWorld, type AuthWorld } from '#test/support/auth-world.ts';
import { callEndpoint } from '#test/support/call-endpoint.ts';

async function signedIn() {
  const world = authWorld();
  const user = await world.joined();
  const { tokens } = await world.signIn();
  return { world, user, cookies: { '__Host-access': tokens.accessToken } };
}

async function freshCookies(world: AuthWorld) {
  const { tokens } = await world.signIn();
  return { '__Host-access': tokens.accessToken };
}

describe('GET /user', () => {
  it('shows the person with exactly the declared fields', async () => {
    const { world, user, cookies } = await signedIn();
    const answer = await callEndpoint(handler, world.services, { cookies });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      _id: user.userId,
      email: 'ada@example.com',
      firstname: 'Ada',
      lastname: 'Lovelace',
      role: 'user',
      verified: true,
      isTwoFactorEnabled: false,
      isSuspended: false,
      balance: 0,
      held: 0,
      cardholderId: `holder-${user.userId}`,
      createdAt: '2026-11-21T00:00:00.000Z',
      updatedAt: expect.any(String),
    });
  });

  it('shows a debt as a balance below zero, and the held money', async () => {
    const { world, user, cookies } = await signedIn();
    const wallet = await world.store.get('wallet', { userId: user.userId });
    if (wallet === undefined) throw new Error('no wallet');
    const changes = { availableCents: cents(100), debtCents: cents(350), heldCents: cents(40) };
    await world.store.commit([update('wallet', wallet, changes)]);
    const answer = await callEndpoint(handler, world.services, { cookies });
    expect(answer.body).toMatchObject({ balance: -250, held: 40 });
  });

  it('reads the store once', async () => {
    const { world, cookies } = await signedIn();
    const asked = (['get', 'getBoth', 'getThree'] as const).map((name) => vi.spyOn(world.store, name));
    await callEndpoint(handler, world.services, { cookies });
    expect(asked.map(({ mock }) => mock.calls.length)).toEqual([0, 0, 1]);
  });

  it('registers a person again whose registration with the card issuer failed', async () => {
    const { world, user } = await signedIn();
    const operation = world.store.all('operation').find(({ operationId }) => operationId === user.registrationId);
    if (operation === undefined) throw new Error('no registration');
    await world.change(user.userId, { holderId: undefined });
    await world.store.commit([update('operation', operation, { state: 'released' })]);
    world.clock.advance(60 * 60_000);
    const answer = await callEndpoint(handler, world.services, { cookies: await freshCookies(world) });
    expect(answer).toMatchObject({ status: 200, body: { cardholderId: null } });
    expect(world.userByEmail('ada@example.com').registrationId).not.toBe(user.registrationId);
    expect(world.store.all('operation').filter(({ state }) => state === 'reserved')).toHaveLength(1);
  });

  it('needs a session', async () => {
    const { world, user, cookies } = await signedIn();
    for (const token of [undefined, 'x', '']) {
      const answer = await callEndpoint(
        handler,
        world.services,
        token === undefined ? {} : { cookies: { '__Host-access': token } },
      );
      expect(answer).toMatchObject({ status: 401, body: { code: 'InvalidAccessToken' } });
    }
    await world.change(user.userId, { isSuspended: true });
    const suspended = await callEndpoint(handler, world.services, { cookies });
    expect(suspended).toMatchObject({ status: 403, body: { code: 'AccountSuspended' } });
  });
});
