import { expect, it } from 'vitest';
import { handler } from '#functions/api/sessions/end.ts';
import { newSession } from '#functions/domain/auth/sessions/new-session.ts';
import { openSession } from '#functions/domain/auth/sessions/open-session.ts';
import { insert } from '#functions/ports/store.ts';
import { accessCookieName } from '#functions/runtime/session-cookies.ts';
import { callRoute } from '#test/support/call-route.ts';
import type { Arrange } from '#test/support/endpoint-stage.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

const another: Arrange = async ({ world, user }) => {
  const session = newSession(world.services, user);
  await world.store.commit([insert('session', session)]);
  return { params: { id: session.sessionId } };
};

endpointSuite('sessions.end', {
  handler,
  good: another,
  refusals: { NotFound: async () => ({ params: { id: 'ses_7ZZZZZZZZZZZZZZZZZZZZZZZZZ' } }) },
});

it('sessions.end signs this browser out when it names its own session', async () => {
  const world = moneyWorld();
  const { accessToken } = await openSession(world.services, await world.cardholder(100));
  const [own] = world.store.all('session');
  const request = { params: { id: own?.sessionId ?? '' }, cookies: { [accessCookieName]: accessToken } };
  const { setCookies } = await callRoute('sessions.end', handler, world.services, request);
  expect(setCookies.map((cookie) => /^[^;]+/.exec(cookie)?.[0])).toEqual(['__Host-access=', '__Secure-refresh=']);
  expect(world.store.all('session')).toMatchObject([{ isRevoked: true }]);
});
