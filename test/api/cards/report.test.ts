import { expect, it } from 'vitest';
import { handler } from '#functions/api/cards/report.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import type { Stage } from '#test/support/endpoint-stage.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { pay } from '#test/support/report-world.ts';

const body = { reason: 'wrong_amount', text: 'I paid $1.00.' };

const paid = async ({ world, user }: Stage) => {
  const card = await world.openCard(user);
  await pay(world, card);
  return { params: { id: card.cardId, reference: 'P-1' }, body };
};

endpointSuite('cards.report', {
  handler,
  good: paid,
  refusals: {
    NotFound: async () => ({ params: { id: unknownIds.card, reference: 'P-1' }, body }),
    TooManyCases: async (stage) => {
      const request = await paid(stage);
      const open = Array.from({ length: 10 }, (_, index) => ({
        caseId: `cas_${index}` as const,
        cardId: request.params.id,
        lineNumber: 100 + index,
        references: [],
      }));
      const value = { userId: stage.user.userId, open, version: 1 };
      await stage.world.store.commit([{ write: 'insert', kind: 'openCases', value }]);
      return request;
    },
  },
  badBodies: [
    ['reason', { reason: 'angry' }],
    ['text', { text: ' ' }],
    ['text', { text: 'x'.repeat(1_001) }],
    ['text', { text: 'half \ud800' }],
    ['text', { text: 'My card is 4111 1111 1111 1111.' }],
  ],
});

it('POST /cards/{id}/transactions/{reference}/report keeps the line breaks of a text and refuses a card number in it', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(10_000);
  const request = await paid({ world, user });
  const call = (text: string) =>
    callRoute('cards.report', handler, world.services, { as: user, ...request, body: { ...body, text } });
  expect((await call('4111-1111-1111-1111')).body).toMatchObject({
    fields: { text: expect.stringContaining('card number') as string },
  });
  expect(JSON.stringify(world.store.all('caseMessage'))).toBe('[]');
  const { status, reply } = await call('One.\r\nTwo.');
  expect(status).toBe(201);
  expect(reply.messages).toMatchObject([{ from: 'cardholder', text: 'One.\nTwo.' }]);
});
