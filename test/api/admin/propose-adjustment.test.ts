import { expect, it } from 'vitest';
import { handler } from '#functions/api/admin/propose-adjustment.ts';
import { proposeAdjustment } from '#functions/domain/adjustments/propose-adjustment.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { sampleProposal } from '#test/support/sample-proposal.ts';

const body = { amount: 500, direction: 'credit', reason: 'Charged twice by our mistake.' };

endpointSuite('admin.propose-adjustment', {
  handler,
  good: async ({ user }) => ({ body: { ...body, userId: user.userId } }),
  refusals: {
    NotFound: async () => ({ body: { ...body, userId: unknownIds.user } }),
    Conflict: async ({ world, user }) => {
      const { userId: actorId } = await world.cardholder(0, { role: 'admin' });
      const { adjustmentId: link } = await proposeAdjustment(world.services, { ...sampleProposal(user), actorId });
      return { body: { ...body, userId: user.userId, direction: 'debit', link } };
    },
    AmountTooLarge: async ({ user }) => ({ body: { ...body, userId: user.userId, amount: 100_001 } }),
    InsufficientFunds: async ({ world }) => ({
      body: { ...body, userId: (await world.cardholder(499)).userId, direction: 'debit' },
    }),
  },
  amounts: ['amount'],
  badBodies: [
    ['userId', { userId: 'me' }],
    ['direction', { direction: 'up' }],
    ['reason', { reason: ' ' }],
    ['reason', { reason: 'x'.repeat(501) }],
    ['link', { link: ' ' }],
    ['link', { link: 'x'.repeat(201) }],
    ['by', { by: 'me' }],
  ],
  otherBody: { amount: 501 },
});

it('POST /admin/adjustments stores a proposal that names who made it, and moves nothing', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(1_000);
  const as = await world.cardholder(0, { role: 'admin', staffRole: 'finance' });
  const answer = await callRoute('admin.propose-adjustment', handler, world.services, {
    as,
    body: { ...body, userId: user.userId, link: 'Ticket 7' },
  });
  expect(answer).toMatchObject({
    status: 201,
    reply: {
      ...body,
      userId: user.userId,
      email: user.email,
      link: 'Ticket 7',
      state: 'waiting',
      proposedBy: as.userId,
      proposedByEmail: as.email,
      decidedBy: null,
    },
  });
  expect((await world.wallet(user)).availableCents).toBe(1_000);
});
