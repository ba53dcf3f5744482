import { expect, it } from 'vitest';
import { handler } from '#functions/api/admin/redrive.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

const params = { queue: 'payment-events' } as const;

endpointSuite('admin.redrive', { handler, good: async () => ({ params }), refusals: {} });

it('POST /admin/dead-letters/{queue}/redrive is recorded before anything moves', async () => {
  const world = moneyWorld();
  const as = await world.cardholder(0, { role: 'admin', staffRole: 'admin' });
  let left = 3;
  const letters = {
    peek: async () => ({ count: left, sample: [] }),
    giveBack: async () => {
      expect(world.store.all('audit')).toMatchObject([
        { action: 'redrive', actorId: as.userId, subjectId: 'platform', before: { count: 3 }, after: params },
      ]);
      left = 1;
      return 2;
    },
  };
  const deadLetters = { 'payment-events': letters, 'issuer-events': letters };
  const { reply } = await callRoute('admin.redrive', handler, { ...world.services, deadLetters }, { as, params });
  expect(reply).toEqual({ moved: 2, left: 1 });
});
