import { expect, it } from 'vitest';
import { handler } from '#functions/api/user/rename.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

endpointSuite('user.rename', {
  handler,
  good: async () => ({ body: { firstname: 'Ada', lastname: 'Lovelace' } }),
  refusals: {},
  badBodies: [
    ['firstname', { firstname: '', lastname: 'Lovelace' }],
    ['firstname', { firstname: '<b>Ada', lastname: 'Lovelace' }],
    ['firstname', { firstname: 'Ada\u202egpj', lastname: 'Lovelace' }],
    ['lastname', { firstname: 'Ada', lastname: 'Love\u2066lace' }],
    ['lastname', { lastname: null }],
    ['lastname', { firstname: 'Ada', lastname: 'x'.repeat(61) }],
  ],
});

it('user.rename returns the person with the new names', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(100);
  const { reply } = await callRoute('user.rename', handler, world.services, {
    as: user,
    body: { firstname: ' Ada ', lastname: 'Lovelace' },
  });
  expect(reply).toMatchObject({ _id: user.userId, firstname: 'Ada', lastname: 'Lovelace', balance: 100 });
});
