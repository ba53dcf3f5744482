import { expect, it } from 'vitest';
import { handler } from '#functions/api/user/passkey-options.ts';
import { addTestPasskey } from '#test/support/add-passkey.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

endpointSuite('user.passkey-options', {
  handler,
  good: async () => ({}),
  refusals: {
    Conflict: async ({ world, user }) => {
      for (let times = 0; times < 10; times += 1) await addTestPasskey(world.services, user);
      return {};
    },
  },
});

it('user.passkey-options asks for a passkey of the site that verifies its owner, and excludes those that are there', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(0);
  const { authenticator } = await addTestPasskey(world.services, user);
  const { reply } = await callRoute('user.passkey-options', handler, world.services, { as: user });
  expect(reply).toMatchObject({
    rp: { id: 'satchel.example' },
    user: { id: Buffer.from(user.userId).toString('base64url'), name: user.email },
    excludeCredentials: [{ id: authenticator.use(reply).id, transports: ['internal'] }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
});
