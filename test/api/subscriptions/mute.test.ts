import { expect, it } from 'vitest';
import { handler } from '#functions/api/subscriptions/mute.ts';
import { insert } from '#functions/ports/store.ts';
import { callRoute } from '#test/support/call-route.ts';
import type { Stage } from '#test/support/endpoint-stage.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { samples } from '#test/support/sample-entities.ts';

const subscribed = async ({ world, user }: Stage) => {
  const { cardId } = await world.openCard(user);
  const found = samples.subscriptions.found.map((each) => ({ ...each, cardId, mutedUntilMs: undefined }));
  await world.store.commit([insert('subscriptions', { ...samples.subscriptions, userId: user.userId, found })]);
  return { as: user, body: { cardId, merchant: 'Netflix', mutedUntil: '2027-01-01' } };
};

endpointSuite('subscriptions.mute', {
  handler,
  good: subscribed,
  badBodies: [
    ['cardId', { cardId: 'crd_1' }],
    ['merchant', { merchant: '' }],
    ['merchant', { merchant: 'x'.repeat(201) }],
    ['mutedUntil', { mutedUntil: 'tomorrow' }],
    ['mutedUntil', { mutedUntil: 7 }],
    ['more', { more: 1 }],
  ],
  refusals: {
    NotFound: async (stage) => {
      const { body } = await subscribed(stage);
      return { body: { ...body, merchant: 'Hulu' } };
    },
  },
});

it('subscriptions.mute keeps a subscription silent until a time, and takes that back', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(10_000);
  const { body } = await subscribed({ world, user });
  const ask = async (mutedUntil: string | null) =>
    (await callRoute('subscriptions.mute', handler, world.services, { as: user, body: { ...body, mutedUntil } })).reply
      .mutedUntil;
  expect(await ask('2027-01-01')).toBe('2027-01-01T00:00:00.000Z');
  expect((await world.store.get('subscriptions', user))?.found).toMatchObject([{ mutedUntilMs: Date.UTC(2027, 0, 1) }]);
  expect(await ask(null)).toBeNull();
  expect((await world.store.get('subscriptions', user))?.found[0]?.mutedUntilMs).toBeUndefined();
});
