import { expect, it } from 'vitest';
import { handler } from '#functions/api/admin/propose-treasury.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { enteredMove, sampleMove } from '#test/support/sample-move.ts';

endpointSuite('admin.propose-treasury', {
  handler,
  good: async ({ user }) => ({ body: { ...sampleMove, reference: user.userId } }),
  refusals: {
    Conflict: async ({ world }) => {
      await enteredMove(world);
      return { body: sampleMove };
    },
  },
  amounts: ['amount'],
  badBodies: [
    ['kind', { kind: 'loan' }],
    ['direction', { direction: 'up' }],
    ['fee', { fee: -1 }],
    ['reference', { reference: ' ' }],
    ['reference', { reference: 'x'.repeat(201) }],
    ['reason', { reason: ' ' }],
    ['coinAmount', { coinAmount: '1.0' }],
  ],
  otherBody: { amount: 500_001 },
  again: 'Conflict',
});

it('POST /admin/treasury stores a payout with its coin, and posts nothing', async () => {
  const world = moneyWorld();
  const as = await world.cardholder(0, { role: 'admin', staffRole: 'finance' });
  const body = { ...sampleMove, kind: 'payout', coin: 'USDT', coinAmount: '5015.00' } as const;
  const { reply } = await callRoute('admin.propose-treasury', handler, world.services, { as, body });
  expect(reply).toMatchObject({ kind: 'payout', coin: 'USDT', coinAmount: '5015', state: 'waiting' });
  expect(world.store.all('journal')).toEqual([]);
});
