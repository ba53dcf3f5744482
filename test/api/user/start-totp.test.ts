import { expect, it } from 'vitest';
import { handler } from '#functions/api/user/start-totp.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

endpointSuite('user.start-totp', { handler, good: async () => ({}), refusals: {} });

it('user.start-totp shows a secret of 160 bits, to be typed or scanned, and switches nothing on', async () => {
  const world = moneyWorld();
  const { services, store } = world;
  const user = await world.cardholder(0, { email: 'ada+card@example.com' });
  const { reply } = await callRoute('user.start-totp', handler, services, { as: user });
  expect(reply.secret).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(reply.uri);
  expect(`${uri.protocol}//${uri.host}${decodeURIComponent(uri.pathname)}`).toBe(
    'otpauth://totp/Satchel:ada+card@example.com',
  );
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Satchel',
    secret: reply.secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  expect(await store.get('user', user)).toEqual(user);
  expect(JSON.stringify(store.all('factors'))).not.toContain(reply.secret);
});
