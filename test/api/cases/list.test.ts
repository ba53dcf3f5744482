import { expect, it } from 'vitest';
import { handler } from '#functions/api/cases/list.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { reported } from '#test/support/report-world.ts';

endpointSuite('cases.list', { handler, good: async () => ({}), refusals: {} });

it('GET /cases lists the own cases alone', async () => {
  const world = moneyWorld();
  const [user, other] = [await world.cardholder(10_000), await world.cardholder(10_000)];
  const { opened } = await reported(world, user);
  await reported(world, other);
  const { reply } = await callRoute('cases.list', handler, world.services, { as: user });
  expect(reply).toMatchObject([{ _id: opened.caseId, state: 'waiting', merchant: 'Corner Coffee', amount: 200 }]);
});
