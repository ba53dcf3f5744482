import { expect, it } from 'vitest';
import { handler } from '#functions/api/user/security.ts';
import { addTotp } from '#test/support/add-totp.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

endpointSuite('user.security', { handler, good: async () => ({}), refusals: {} });

it('user.security describes codes by email, the app and the recovery codes that are left', async () => {
  const world = moneyWorld();
  const { services, store } = world;
  const user = await world.cardholder(0, { isTwoFactorEnabled: true });
  const bare = await callRoute('user.security', handler, services, { as: user });
  expect(bare.reply).toEqual({ emailCodes: true, totp: false, passkeys: [], recoveryCodesLeft: 0, factorReset: null });
  await addTotp(services, user);
  const now = (await store.get('user', user)) ?? user;
  const { reply } = await callRoute('user.security', handler, services, { as: now });
  expect(reply).toEqual({ emailCodes: true, totp: true, passkeys: [], recoveryCodesLeft: 10, factorReset: null });
});
