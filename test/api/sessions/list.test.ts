import { expect, it } from 'vitest';
import { handler } from '#functions/api/sessions/list.ts';
import { authenticate } from '#functions/domain/auth/sessions/authenticate.ts';
import { endSession } from '#functions/domain/auth/sessions/end-session.ts';
import { openSession } from '#functions/domain/auth/sessions/open-session.ts';
import { refreshSession } from '#functions/domain/auth/sessions/refresh-session.ts';
import { accessCookieName } from '#functions/runtime/session-cookies.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

endpointSuite('sessions.list', { handler, good: async () => ({}), refusals: {} });

async function stage() {
  const world = moneyWorld();
  const user = await world.cardholder(100);
  const open = async (name: string) => {
    world.clock.advance(1_000);
    const tokens = await openSession(world.services, user, { name });
    return { tokens, ...(await authenticate(world.services, tokens.accessToken)) };
  };
  const phone = await open('Chrome on Android');
  const laptop = await open('Safari on Mac');
  const list = async () =>
    (
      await callRoute('sessions.list', handler, world.services, {
        cookies: { [accessCookieName]: laptop.tokens.accessToken },
      })
    ).reply;
  return { world, user, phone, laptop, open, list };
}

it('sessions.list lists this session first, then the others by when they were last seen', async () => {
  const { world, phone, laptop, open, list } = await stage();
  const tablet = await open('Safari on iPad');
  world.clock.advance(60_000);
  await refreshSession(world.services, phone.tokens.refreshToken);
  expect((await list()).map(({ _id, device, isCurrent }) => [_id, device, isCurrent])).toEqual([
    [laptop.session.sessionId, 'Safari on Mac', true],
    [phone.session.sessionId, 'Chrome on Android', false],
    [tablet.session.sessionId, 'Safari on iPad', false],
  ]);
  const [, first] = await list();
  expect(first?.createdAt).toBe(new Date(phone.session.createdAtMs).toISOString());
  expect(first?.lastSeenAt).toBe(new Date(world.clock.now()).toISOString());
});

it("sessions.list leaves out ended sessions, other people's and those from before a new password", async () => {
  const { world, user, phone, laptop, list } = await stage();
  await openSession(world.services, await world.cardholder(100));
  const dead = { ...user, sessionGeneration: user.sessionGeneration - 1 };
  await openSession(world.services, dead, { name: 'Firefox on Linux' });
  expect(await list()).toHaveLength(2);
  await endSession(world.services, laptop, phone.session.sessionId);
  expect((await list()).map(({ _id }) => _id)).toEqual([laptop.session.sessionId]);
});

it('sessions.list shows a session as stored when the index still has an older state of it', async () => {
  const { world, phone, laptop, list } = await stage();
  const stale = await world.store.listSessions(laptop.user.userId, 100);
  await endSession(world.services, laptop, phone.session.sessionId);
  world.store.listSessions = async () => stale;
  expect((await list()).map(({ device }) => device)).toEqual(['Safari on Mac']);
});

it('sessions.list shows this session while the index does not have it yet, and one without a device', async () => {
  const { world, user, list } = await stage();
  world.store.listSessions = async () => [];
  expect(await list()).toMatchObject([{ isCurrent: true }]);
  const { accessToken } = await openSession(world.services, user);
  const cookies = { [accessCookieName]: accessToken };
  const { reply } = await callRoute('sessions.list', handler, world.services, { cookies });
  expect(reply).toMatchObject([{ device: 'Unknown device' }]);
});

it('sessions.list shows nothing that signs anybody in', async () => {
  const { laptop, phone, list } = await stage();
  const text = JSON.stringify(await list());
  for (const { tokens } of [laptop, phone]) {
    for (const token of [tokens.accessToken, tokens.refreshToken]) expect(text).not.toContain(token.split('.').at(-1));
  }
});
