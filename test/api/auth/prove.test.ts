import { describe, expect, it, vi } from 'vitest';
import { handler } from '#functions/api/auth/prove.ts';
import { handler as readUser } from '#functions/api/user/read.ts';
import { handler as refresh } from '#functions/api/auth/refresh.ts';
import { handler as startEmailChange } from '#functions/api/user/start-email-change.ts';
import { openSession } from '#functions/domain/auth/sessions/open-session.ts';
import { update } from '#functions/ports/store.ts';
import { accessCookieName, refreshCookieName } from '#functions/runtime/session-cookies.ts';
import { addTotp } from '#test/support/add-totp.ts';
import { authWorld, goodPassword, type AuthWorld } from '#test/support/auth-world.ts';
import { callEndpoint, keptCookies } from '#test/support/call-endpoint.ts';
import type { Stage } from '#test/support/endpoint-stage.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { cookiesOf } from '#test/support/signed-in.ts';

const body = { method: 'password', password: goodPassword };
const wrong = { ...body, password: 'Wrong-guess-1' };

const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Gives everybody on the stage a password as the only way to prove presence. */
async function withPasswords({ world }: Stage): Promise<void> {
  const passwordHash = await world.services.keys.hashPassword(goodPassword);
  for (const user of world.store.all('user')) {
    if (user.passwordHash === '')
      await world.store.commit([update('user', user, { passwordHash, factors: undefined })]);
  }
}

endpointSuite('auth.prove', {
  handler,
  good: async (stage) => {
    await withPasswords(stage);
    return { body };
  },
  refusals: {
    InvalidCredentials: async (stage) => {
      await withPasswords(stage);
      return { body: wrong };
    },
    ProofRequired: async ({ world, user }) => {
      await addTotp(world.services, user);
      return { body };
    },
    InvalidCode: async ({ world, user }) => {
      const { code } = await addTotp(world.services, user);
      return { body: { method: 'totp', code: otherThan(code()) } };
    },
  },
  badBodies: [
    ['method', { method: 'fax' }],
    ['password', { password: '' }],
    ['password', { password: 7 }],
  ],
});

describe('a proof of presence', () => {
  const staged = async () => {
    const world = authWorld();
    const user = await world.joined();
    const tokens = await openSession(world.services, user);
    return { world, user, tokens, cookies: { [accessCookieName]: tokens.accessToken } };
  };
  const changeEmail = (world: AuthWorld, cookies: Record<string, string>) =>
    callEndpoint(startEmailChange, world.services, { cookies, body: { newEmail: 'new@example.com' } });

  it('makes the session fresh for ten minutes and says nothing else', async () => {
    const { world, cookies } = await staged();
    world.clock.advance(10 * 60_000);
    expect(await changeEmail(world, cookies)).toMatchObject({
      status: 403,
      body: { code: 'ProofRequired', methods: ['password'] },
    });
    const answer = await callEndpoint(handler, world.services, { cookies, body });
    expect(answer).toMatchObject({ status: 204, body: {}, setCookies: [] });
    expect((await changeEmail(world, cookies)).status).toBe(200);
  });

  it('outlives a rotation of the refresh token, and is not renewed by one', async () => {
    const { world, cookies, tokens } = await staged();
    world.clock.advance(9 * 60_000);
    await callEndpoint(handler, world.services, { cookies, body });
    world.clock.advance(5 * 60_000);
    const first = await callEndpoint(refresh, world.services, {
      cookies: { [refreshCookieName]: tokens.refreshToken },
    });
    const rotated = keptCookies(first.setCookies);
    expect((await changeEmail(world, rotated)).status).toBe(200);
    world.clock.advance(5 * 60_000);
    expect((await changeEmail(world, rotated)).body).toMatchObject({ code: 'ProofRequired' });
    const again = await callEndpoint(refresh, world.services, { cookies: rotated });
    expect((await changeEmail(world, keptCookies(again.setCookies))).body).toMatchObject({ code: 'ProofRequired' });
  });

  it('makes no other session of the same person fresh', async () => {
    const { world, cookies, user } = await staged();
    const elsewhere = await cookiesOf(world.services, user);
    world.clock.advance(10 * 60_000);
    await callEndpoint(handler, world.services, { cookies, body });
    expect((await changeEmail(world, elsewhere)).body).toMatchObject({ code: 'ProofRequired' });
  });

  it('allows five wrong guesses, also in parallel: then this session ends and the other one stays', async () => {
    const { world, cookies, user } = await staged();
    const elsewhere = await cookiesOf(world.services, user);
    const verify = vi.spyOn(world.services.keys, 'verifyPassword');
    const guesses = Array.from({ length: 30 }, () => callEndpoint(handler, world.services, { cookies, body: wrong }));
    const answers = await Promise.all(guesses);
    expect(new Set(answers.map(({ status }) => status))).not.toContain(204);
    expect(verify.mock.calls.length).toBe(5);
    const read = (held: Record<string, string>) => callEndpoint(readUser, world.services, { cookies: held });
    expect((await read(cookies)).body).toMatchObject({ code: 'InvalidAccessToken' });
    expect((await read(elsewhere)).status).toBe(200);
  });

  it('clears the wrong guesses before it when it is right', async () => {
    const { world, cookies } = await staged();
    const prove = async (given: object) =>
      (await callEndpoint(handler, world.services, { cookies, body: given })).status;
    for (let round = 0; round < 3; round++) {
      for (let guess = 0; guess < 4; guess++) expect(await prove(wrong)).toBe(401);
      expect(await prove(body)).toBe(204);
    }
  });
});
