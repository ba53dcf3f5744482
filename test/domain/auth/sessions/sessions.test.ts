import { describe, expect, it, vi } from 'vitest';
import { authenticate } from '#functions/domain/auth/sessions/authenticate.ts';
import { refreshSession } from '#functions/domain/auth/sessions/refresh-session.ts';
import { isLive } from '#functions/domain/auth/sessions/session-life.ts';
import type { SessionTokens } from '#functions/domain/auth/sessions/session-tokens.ts';
import { signOut } from '#functions/domain/auth/sessions/sign-out.ts';
import { authWorld, refusalOf, type AuthWorld } from '#test/support/auth-world.ts';
import { deliverAudits } from '#test/support/deliver-audits.ts';

async function signedIn(): Promise<{ world: AuthWorld; tokens: SessionTokens }> {
  const world = authWorld();
  await world.joined();
  const { tokens } = await world.signIn();
  await deliverAudits(world.services);
  world.mails.length = 0;
  return { world, tokens };
}

const refresh = (world: AuthWorld, token: string | undefined): Promise<SessionTokens> =>
  refreshSession(world.services, token);
const isWelcome = async (world: AuthWorld, { accessToken }: SessionTokens): Promise<unknown> => {
  const outcome = await refusalOf(authenticate(world.services, accessToken));
  return typeof outcome === 'string' ? outcome : true;
};

describe('an access token', () => {
  it('lasts fifteen minutes', async () => {
    const { world, tokens } = await signedIn();
    world.clock.advance(15 * 60_000 - 1_000);
    await expect(isWelcome(world, tokens)).resolves.toBe(true);
    world.clock.advance(10_000);
    await expect(isWelcome(world, tokens)).resolves.toBe('InvalidAccessToken');
  });

  it('ends with its session, also by its own expiry', async () => {
    const { world, tokens } = await signedIn();
    const { sessionExpiresAtMs } = tokens;
    world.clock.advance(sessionExpiresAtMs - 60_000 - world.clock.now());
    const late = await refresh(world, tokens.refreshToken);
    const { keys } = world.services;
    expect(await keys.readAccessToken(late.accessToken, sessionExpiresAtMs - 1_000)).toBeDefined();
    expect(await keys.readAccessToken(late.accessToken, sessionExpiresAtMs + 10_000)).toBeUndefined();
  });

  it('is not accepted when it is missing, or is a refresh token', async () => {
    const { world, tokens } = await signedIn();
    await expect(refusalOf(authenticate(world.services, undefined))).resolves.toBe('InvalidAccessToken');
    await expect(refusalOf(authenticate(world.services, tokens.refreshToken))).resolves.toBe('InvalidAccessToken');
    await expect(refusalOf(refresh(world, tokens.accessToken))).resolves.toBe('InvalidRefreshToken');
  });

  it('is refused at once after a suspension, which is reported, or a raised session generation', async () => {
    const { world, tokens } = await signedIn();
    const { userId } = world.userByEmail('ada@example.com');
    await world.change(userId, { isSuspended: true });
    await expect(isWelcome(world, tokens)).resolves.toBe('AccountSuspended');
    await expect(refusalOf(refresh(world, tokens.refreshToken))).resolves.toBe('AccountSuspended');
    await world.change(userId, { isSuspended: false, sessionGeneration: 2 });
    await expect(isWelcome(world, tokens)).resolves.toBe('InvalidAccessToken');
    await expect(refusalOf(refresh(world, tokens.refreshToken))).resolves.toBe('InvalidRefreshToken');
    await deliverAudits(world.services);
    expect(world.mails).toHaveLength(0);
  });

  it('of one person never opens the session of another', async () => {
    const { world, tokens } = await signedIn();
    const eve = await world.joined({ email: 'eve@example.com' });
    const claims = await world.services.keys.readAccessToken(tokens.accessToken, world.clock.now());
    const mixed = await world.services.keys.accessToken({
      userId: eve.userId,
      sessionId: claims?.sessionId ?? '',
      nowMs: world.clock.now(),
      expiresAtMs: world.clock.now() + 60_000,
    });
    await expect(refusalOf(authenticate(world.services, mixed))).resolves.toBe('InvalidAccessToken');
  });

  it.each([
    ['account', { userId: 'usr_gone' }],
    ['session', { sessionId: 'ses_gone' }],
  ])('is refused when its %s no longer exists', async (_, gone) => {
    const { world, tokens } = await signedIn();
    const { keys, clock } = world.services;
    const claims = await keys.readAccessToken(tokens.accessToken, clock.now());
    const { userId = '', sessionId = '' } = { ...claims, ...gone };
    const token = await keys.accessToken({ userId, sessionId, nowMs: clock.now(), expiresAtMs: clock.now() + 60_000 });
    await expect(refusalOf(authenticate(world.services, token))).resolves.toBe('InvalidAccessToken');
  });
});

it('a session is live until the moment at which it expires', async () => {
  const { world } = await signedIn();
  const [session] = world.store.all('session');
  if (session === undefined) throw new Error('nobody is signed in');
  const user = world.userByEmail('ada@example.com');
  expect(isLive(session, user, session.expiresAtMs - 1)).toBe(true);
  expect(isLive(session, user, session.expiresAtMs)).toBe(false);
});

describe('a refresh', () => {
  it('works for thirty days from the sign-in, and no longer', async () => {
    const { world, tokens } = await signedIn();
    let latest = tokens;
    for (let day = 0; day < 29; day++) {
      world.clock.advance(24 * 60 * 60_000);
      const next = await refresh(world, latest.refreshToken);
      expect(next.refreshToken).not.toBe(latest.refreshToken);
      await expect(isWelcome(world, next)).resolves.toBe(true);
      latest = next;
    }
    world.clock.advance(24 * 60 * 60_000);
    await expect(refusalOf(refresh(world, latest.refreshToken))).resolves.toBe('InvalidRefreshToken');
    await deliverAudits(world.services);
    expect(world.mails).toHaveLength(0);
  });

  it('of fifty tabs at once leaves them all signed in, with the same new token', async () => {
    const { world, tokens } = await signedIn();
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(world, tokens.refreshToken)));
    expect(new Set(answers.map((answer) => answer.refreshToken)).size).toBe(1);
    for (const answer of answers) await expect(isWelcome(world, answer)).resolves.toBe(true);
    expect(world.store.all('session')[0]).toMatchObject({ tokenGeneration: 2, isRevoked: false });
    await expect(refresh(world, answers[0]?.refreshToken)).resolves.toBeDefined();
  });

  it('whose answer was lost gets the same answer again for twenty seconds', async () => {
    const { world, tokens } = await signedIn();
    const { refreshToken } = await refresh(world, tokens.refreshToken);
    world.clock.advance(20_000);
    await expect(refresh(world, tokens.refreshToken)).resolves.toMatchObject({ refreshToken });
  });

  it('with a used token ends the whole session and mails its owner once', async () => {
    const { world, tokens } = await signedIn();
    const other = (await world.signIn()).tokens;
    await deliverAudits(world.services);
    world.mails.length = 0;
    const stolen = tokens.refreshToken;
    const latest = await refresh(world, stolen);
    world.clock.advance(20_001);
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => refusalOf(refresh(world, stolen))));
    expect(new Set(outcomes)).toEqual(new Set(['InvalidRefreshToken']));
    await expect(isWelcome(world, latest)).resolves.toBe('InvalidAccessToken');
    await expect(refusalOf(refresh(world, latest.refreshToken))).resolves.toBe('InvalidRefreshToken');
    await deliverAudits(world.services);
    expect(world.mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['ada@example.com', 'We signed you out to be safe'],
    ]);
    await expect(isWelcome(world, other)).resolves.toBe(true);
  });

  it("with an admin's used token ends all of the admin's sessions", async () => {
    const { world, tokens } = await signedIn();
    await world.change(world.userByEmail('ada@example.com').userId, { role: 'admin' });
    const other = (await world.signIn()).tokens;
    await deliverAudits(world.services);
    world.mails.length = 0;
    await refresh(world, tokens.refreshToken);
    world.clock.advance(20_001);
    await expect(refusalOf(refresh(world, tokens.refreshToken))).resolves.toBe('InvalidRefreshToken');
    await expect(isWelcome(world, other)).resolves.toBe('InvalidAccessToken');
    await deliverAudits(world.services);
    expect(world.mails).toHaveLength(1);
  });

  it("with an admin's used token ends all of the admin's sessions, or none", async () => {
    const { world, tokens } = await signedIn();
    await world.change(world.userByEmail('ada@example.com').userId, { role: 'admin' });
    const other = (await world.signIn()).tokens;
    await refresh(world, tokens.refreshToken);
    world.clock.advance(20_001);
    // The process dies after its first write.
    const commit = world.store.commit.bind(world.store);
    const dying = vi.spyOn(world.store, 'commit').mockImplementationOnce(commit);
    dying.mockRejectedValueOnce(new Error('killed'));
    await refresh(world, tokens.refreshToken).catch(() => undefined);
    dying.mockRestore();
    await refresh(world, tokens.refreshToken).catch(() => undefined);
    await expect(isWelcome(world, other)).resolves.toBe('InvalidAccessToken');
  });

  it('with the token before the last is reuse even within the twenty seconds', async () => {
    const { world, tokens } = await signedIn();
    const second = await refresh(world, tokens.refreshToken);
    await refresh(world, second.refreshToken);
    await expect(refusalOf(refresh(world, tokens.refreshToken))).resolves.toBe('InvalidRefreshToken');
    expect(world.store.all('session')[0]?.isRevoked).toBe(true);
  });

  it('with a forged token, or none, ends nothing', async () => {
    const { world, tokens } = await signedIn();
    const latest = await refresh(world, tokens.refreshToken);
    world.clock.advance(60_000);
    const [sessionId, , signature] = tokens.refreshToken.split('.');
    for (const forged of [
      `${sessionId}.1.${'A'.repeat(43)}`,
      `${sessionId}.2.${signature}`,
      `${sessionId}.1.`,
      '',
      undefined,
    ]) {
      await expect(refusalOf(refresh(world, forged))).resolves.toBe('InvalidRefreshToken');
    }
    await expect(isWelcome(world, latest)).resolves.toBe(true);
    await deliverAudits(world.services);
    expect(world.mails).toHaveLength(0);
  });

  it('with an authentic token of a later generation than the session has ends nothing', async () => {
    const { world, tokens } = await signedIn();
    const [sessionId = ''] = tokens.refreshToken.split('.');
    const early = await world.services.keys.refreshToken(sessionId, 9);
    await expect(refusalOf(refresh(world, early))).resolves.toBe('InvalidRefreshToken');
    await expect(isWelcome(world, tokens)).resolves.toBe(true);
  });
});

describe('signing out', () => {
  it('ends the session at once, by either cookie; a second sign-out changes nothing', async () => {
    for (const by of ['accessToken', 'refreshToken'] as const) {
      const { world, tokens } = await signedIn();
      const held = { accessToken: undefined, refreshToken: undefined, [by]: tokens[by] };
      await signOut(world.services, held);
      await expect(isWelcome(world, tokens)).resolves.toBe('InvalidAccessToken');
      await expect(refusalOf(refresh(world, tokens.refreshToken))).resolves.toBe('InvalidRefreshToken');
      await expect(signOut(world.services, held)).resolves.toBeUndefined();
      await deliverAudits(world.services);
      expect(world.mails).toHaveLength(0);
    }
  });

  it('leaves other sessions and wins against a refresh at the same time', async () => {
    const { world, tokens } = await signedIn();
    const other = (await world.signIn()).tokens;
    await Promise.all([
      refusalOf(refresh(world, tokens.refreshToken)),
      signOut(world.services, { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken }),
    ]);
    await expect(isWelcome(world, tokens)).resolves.toBe('InvalidAccessToken');
    await expect(isWelcome(world, other)).resolves.toBe(true);
  });

  it('with nothing, or with rubbish, succeeds', async () => {
    const { world } = await signedIn();
    await signOut(world.services, { accessToken: undefined, refreshToken: undefined });
    await signOut(world.services, { accessToken: 'x.y.z', refreshToken: 'ses_1.2.3' });
  });
});
