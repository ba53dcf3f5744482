import { describe, expect, it } from 'vitest';
import type { Id } from '#shared/ids.ts';
import { authenticate } from '#functions/domain/auth/sessions/authenticate.ts';
import { endOtherSessions, endSession } from '#functions/domain/auth/sessions/end-session.ts';
import { refreshSession } from '#functions/domain/auth/sessions/refresh-session.ts';
import type { SessionTokens } from '#functions/domain/auth/sessions/session-tokens.ts';
import { onceAfter } from '#test/support/once-after.ts';
import { authWorld, refusalOf, type AuthWorld } from '#test/support/auth-world.ts';

/** Ada in two browsers. */
async function inTwoBrowsers() {
  const world = authWorld();
  await world.joined();
  const open = async () => {
    const { tokens } = await world.signIn();
    return { tokens, ...(await authenticate(world.services, tokens.accessToken)) };
  };
  return { world, laptop: await open(), phone: await open() };
}

const isIn = async (world: AuthWorld, { accessToken }: SessionTokens): Promise<boolean> =>
  (await refusalOf(authenticate(world.services, accessToken))) !== 'InvalidAccessToken';

describe('ending one session', () => {
  it('ends it at once, for calls and for renewals, and no other', async () => {
    const { world, laptop, phone } = await inTwoBrowsers();
    await endSession(world.services, laptop, phone.session.sessionId);
    expect(await isIn(world, phone.tokens)).toBe(false);
    expect(await refusalOf(refreshSession(world.services, phone.tokens.refreshToken))).toBe('InvalidRefreshToken');
    expect(await isIn(world, laptop.tokens)).toBe(true);
    await expect(endSession(world.services, laptop, phone.session.sessionId)).resolves.toBeUndefined();
  });

  it('ends it also while it is renewed', async () => {
    const { world, laptop, phone } = await inTwoBrowsers();
    const [renewed] = await Promise.all([
      refusalOf(refreshSession(world.services, phone.tokens.refreshToken)),
      endSession(world.services, laptop, phone.session.sessionId),
    ]);
    expect(await isIn(world, phone.tokens)).toBe(false);
    if (typeof renewed === 'object') expect(await isIn(world, renewed as SessionTokens)).toBe(false);
  });

  it('of another person, or an unknown one, is refused alike and changes nothing', async () => {
    const { world, laptop } = await inTwoBrowsers();
    await world.joined({ email: 'eve@example.com' });
    const eve = await world.signIn({ email: 'eve@example.com' });
    const { session } = await authenticate(world.services, eve.tokens.accessToken);
    const unknown = 'ses_7ZZZZZZZZZZZZZZZZZZZZZZZZZ' as Id<'session'>;
    expect(await refusalOf(endSession(world.services, laptop, session.sessionId))).toBe('NotFound');
    expect(await refusalOf(endSession(world.services, laptop, unknown))).toBe('NotFound');
    expect(await isIn(world, eve.tokens)).toBe(true);
  });

  it('ends none for a browser that was signed out, with all others, in that moment', async () => {
    const { world, laptop, phone } = await inTwoBrowsers();
    const { services, store } = world;
    const slow = onceAfter(store, 'getBoth', () => endOtherSessions(services, phone));
    const ending = endSession({ ...services, store: slow }, laptop, phone.session.sessionId);
    expect(await refusalOf(ending)).toBe('InvalidAccessToken');
    expect(await isIn(world, phone.tokens)).toBe(true);
  });

  it('leaves one of two browsers signed in when they end each other at once', async () => {
    const { world, laptop, phone } = await inTwoBrowsers();
    const outcomes = await Promise.all([
      refusalOf(endSession(world.services, laptop, phone.session.sessionId)),
      refusalOf(endSession(world.services, phone, laptop.session.sessionId)),
    ]);
    expect(new Set(outcomes)).toEqual(new Set(['InvalidAccessToken', undefined]));
    const left = [await isIn(world, laptop.tokens), await isIn(world, phone.tokens)];
    expect(left.filter(Boolean)).toHaveLength(1);
  });
});

describe('ending all other sessions', () => {
  it('ends them at once, and this session keeps its tokens', async () => {
    const { world, laptop, phone } = await inTwoBrowsers();
    await endOtherSessions(world.services, laptop);
    expect(await isIn(world, phone.tokens)).toBe(false);
    expect(await isIn(world, laptop.tokens)).toBe(true);
    expect(await refreshSession(world.services, laptop.tokens.refreshToken)).toMatchObject({});
  });

  it('also ends sessions that the list does not show', async () => {
    const { world, laptop, phone } = await inTwoBrowsers();
    world.store.listSessions = async () => [];
    await endOtherSessions(world.services, laptop);
    expect(await isIn(world, phone.tokens)).toBe(false);
  });

  it.each(['all', 'one'] as const)('leaves one browser signed in when the other one ends %s at once', async (which) => {
    const { world, laptop, phone } = await inTwoBrowsers();
    const byPhone =
      which === 'all'
        ? endOtherSessions(world.services, phone)
        : endSession(world.services, phone, laptop.session.sessionId);
    const outcomes = await Promise.all([refusalOf(endOtherSessions(world.services, laptop)), refusalOf(byPhone)]);
    expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(1);
    const left = [await isIn(world, laptop.tokens), await isIn(world, phone.tokens)];
    expect(left.filter(Boolean)).toHaveLength(1);
  });

  it('is refused to a session that has ended meanwhile', async () => {
    const { world, laptop, phone } = await inTwoBrowsers();
    await endSession(world.services, laptop, phone.session.sessionId);
    expect(await refusalOf(endOtherSessions(world.services, phone))).toBe('InvalidAccessToken');
    expect(await isIn(world, laptop.tokens)).toBe(true);
  });

  it('is possible five times an hour', async () => {
    const { world, laptop } = await inTwoBrowsers();
    for (let round = 0; round < 5; round += 1) await endOtherSessions(world.services, laptop);
    expect(await refusalOf(endOtherSessions(world.services, laptop))).toBe('TooManyRequests');
  });
});

describe("an admin's session", () => {
  async function admin() {
    const { world, laptop } = await inTwoBrowsers();
    await world.change(laptop.user.userId, { role: 'admin' });
    return { world, tokens: (await world.signIn()).tokens, before: laptop.tokens };
  }

  it('ends twelve hours after the sign-in, however often it is renewed', async () => {
    const { world, tokens } = await admin();
    let latest = tokens;
    for (let half = 1; half < 24; half += 1) {
      world.clock.advance(30 * 60_000);
      latest = await refreshSession(world.services, latest.refreshToken);
    }
    expect(latest.sessionExpiresAtMs).toBe(tokens.sessionExpiresAtMs);
    world.clock.advance(30 * 60_000);
    expect(await refusalOf(refreshSession(world.services, latest.refreshToken))).toBe('InvalidRefreshToken');
  });

  it('ends after an hour without a renewal', async () => {
    const { world, tokens } = await admin();
    world.clock.advance(60 * 60_000 - 1);
    const { refreshToken } = await refreshSession(world.services, tokens.refreshToken);
    world.clock.advance(60 * 60_000);
    expect(await refusalOf(refreshSession(world.services, refreshToken))).toBe('InvalidRefreshToken');
  });

  it('ends as early when it began before its owner became an admin', async () => {
    const { world, before } = await admin();
    let latest = before;
    for (let half = 1; half < 24; half += 1) {
      world.clock.advance(30 * 60_000);
      latest = await refreshSession(world.services, latest.refreshToken);
    }
    world.clock.advance(30 * 60_000);
    expect(await refusalOf(refreshSession(world.services, latest.refreshToken))).toBe('InvalidRefreshToken');
  });
});
