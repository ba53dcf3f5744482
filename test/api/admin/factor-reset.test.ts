import { expect, it } from 'vitest';
import { handler } from '#functions/api/admin/factor-reset.ts';
import { handler as readPerson } from '#functions/api/admin/user.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

const body = { reason: 'Lost the phone.' };

endpointSuite('admin.factor-reset', {
  handler,
  good: async ({ world }) => ({ params: { id: (await world.cardholder(0, { factors: ['totp'] })).userId }, body }),
  refusals: {
    NotFound: async () => ({ params: { id: unknownIds.user }, body }),
    Conflict: async ({ user }) => ({ params: { id: user.userId }, body }),
  },
  badBodies: [
    ['reason', { reason: '' }],
    ['reason', { reason: '   ' }],
    ['reason', { reason: 7 }],
    ['reason', { reason: 'x'.repeat(501) }],
  ],
});

it('POST /admin/factor-reset/{id} waits for a second admin, and staff see both steps', async () => {
  const world = moneyWorld();
  const { userId: id } = await world.cardholder(0, { factors: ['totp'] });
  const [first, second] = [await world.cardholder(0, { role: 'admin' }), await world.cardholder(0, { role: 'admin' })];
  const { services } = { services: { ...world.services, mailer: { send: async () => undefined } } };
  const call = (as: typeof first, of = id) =>
    callRoute('admin.factor-reset', handler, services, { as, params: { id: of }, body });
  const seen = async () =>
    (await callRoute('admin.user', readPerson, services, { as: second, params: { id } })).reply?.factorReset;
  expect(await seen()).toBeNull();
  expect(await call(first)).toMatchObject({ status: 202, reply: { status: 'waiting_for_second', executesAt: null } });
  expect(await seen()).toMatchObject({
    status: 'waiting_for_second',
    proposedBy: first.userId,
    proposedByEmail: first.email,
    reason: body.reason,
  });
  expect((await call(first)).status).toBe(202);
  const executesAt = new Date(world.clock.now() + 72 * 60 * 60_000).toISOString();
  expect(await call(second)).toMatchObject({ status: 200, reply: { status: 'waiting', executesAt } });
  expect(await seen()).toMatchObject({ status: 'waiting', approvedBy: second.userId, executesAt });
  expect(await call(first, first.userId)).toMatchObject({ status: 403, code: 'Forbidden' });
});

it.each(['support', 'finance'] as const)('POST /admin/factor-reset/{id} is closed to %s', async (staffRole) => {
  const world = moneyWorld();
  const { userId: id } = await world.cardholder(0, { factors: ['totp'] });
  const as = await world.cardholder(0, { role: 'admin', staffRole });
  const answer = await callRoute('admin.factor-reset', handler, world.services, { as, params: { id }, body });
  expect(answer).toMatchObject({ status: 403, code: 'Forbidden' });
});
