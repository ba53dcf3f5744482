import { expect, it } from 'vitest';
import { handler } from '#functions/api/admin/dead-letters.ts';
import { noDeadLetters } from '#test/support/auth-world.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

endpointSuite('admin.dead-letters', { handler, good: async () => ({}), refusals: {} });

it('GET /admin/dead-letters shows ids and ages, and nothing of a text that names no event', async () => {
  const world = moneyWorld();
  const as = await world.cardholder(0, { role: 'admin', staffRole: 'support' });
  const at = world.clock.now();
  const sample = [
    { body: '{"version":1,"eventId":"payments-1"}', sentAtMs: at },
    { body: '{"number":"4242 4242 4242 4242"}', sentAtMs: at - 60_000 },
    { body: '{"eventId":"4242 4242 4242 4242 cvv 123"}', sentAtMs: undefined },
  ];
  const deadLetters = {
    'payment-events': { ...noDeadLetters, peek: async () => ({ count: 7, sample }) },
    'issuer-events': noDeadLetters,
  };
  const { reply } = await callRoute('admin.dead-letters', handler, { ...world.services, deadLetters }, { as });
  const none = { eventId: null, sentAt: null, processedAt: null };
  const [iso, older] = [at, at - 60_000].map((each) => new Date(each).toISOString());
  expect(reply).toEqual([
    {
      queue: 'payment-events',
      count: 7,
      oldestAt: older,
      sample: [{ eventId: 'payments-1', sentAt: iso, processedAt: null }, { ...none, sentAt: older }, none],
    },
    { queue: 'issuer-events', count: 0, oldestAt: null, sample: [] },
  ]);
});
