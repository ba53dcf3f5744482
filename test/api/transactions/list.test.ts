import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/transactions/list.ts';
import { callRoute, type RouteAnswer } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { openDeposit } from '#test/support/open-deposit.ts';
import { nextPageOf, walkPages } from '#test/support/pages.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { forgedCursor } from '#test/support/forged-cursor.ts';

endpointSuite('transactions.list', {
  handler,
  good: async ({ world, user }) => {
    await world.openCard(user);
    return {};
  },
  refusals: {},
});

describe('GET /transactions', () => {
  const staged = async (deposits = 0) => {
    const world = moneyWorld();
    const [user, stranger] = [await world.cardholder(10_000), await world.cardholder(10_000)];
    await world.openCard(stranger);
    const ids: string[] = [];
    for (let count = 0; count < deposits; count += 1)
      ids.unshift((await openDeposit(world, user, 5_000 + count)).depositId);
    const list = (query: Record<string, string> = {}, as = user): Promise<RouteAnswer<'transactions.list'>> =>
      callRoute('transactions.list', handler, world.services, { as, query });
    return { world, user, stranger, ids, list };
  };

  it('lists deposits and card creations alike, newest first, and nobody else’s', async () => {
    const { world, user, list } = await staged(1);
    const card = await world.openCard(user);
    const { reply } = await list();
    expect(reply).toHaveLength(2);
    expect(reply[0]).toEqual({
      _id: expect.stringMatching(/^op_/),
      tid: reply[0]?._id,
      kind: 'card_creation',
      type: 'debit',
      amount: 2_000,
      amountPaid: 2_000,
      fee: 1_500,
      email: user.email,
      status: 'completed',
      description: 'New card: Everyday',
      cardId: card.cardId,
      paymentUrl: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(reply[1]).toMatchObject({
      kind: 'deposit',
      type: 'credit',
      status: 'pending',
      amount: 5_000,
      amountPaid: 0,
      paymentUrl: expect.stringContaining('https://pay.example/'),
    });
  });

  it('comes page by page, without a gap and without an early end', async () => {
    const { list, ids } = await staged(5);
    for (const limit of [1, 2, 3, 4, 5, 6]) {
      const pages = await walkPages(list, limit);
      expect(pages.flat().map(({ _id }) => _id)).toEqual(ids);
      expect(pages).toHaveLength(Math.ceil(5 / limit));
    }
  });

  it('stays complete when lines are added between two pages', async () => {
    const { world, user, list, ids } = await staged(4);
    const first = await list({ limit: '2' });
    await openDeposit(world, user, 6_000);
    const second = await list(nextPageOf(first));
    expect([...first.reply, ...second.reply].map(({ _id }) => _id)).toEqual(ids);
  });

  it("refuses another person's cursor, a forged one and an invalid limit", async () => {
    const { list, stranger } = await staged(2);
    const cursor = nextPageOf(await list({ limit: '1' }))?.['cursor'] ?? '';
    const refused = { status: 400, code: 'ValidationFailed', body: { fields: { cursor: expect.any(String) } } };
    expect(await list({ cursor }, stranger)).toMatchObject(refused);
    expect(await list({ cursor: forgedCursor(cursor) })).toMatchObject(refused);
    for (const limit of ['0', '1001', '1,2', 'x']) {
      expect(await list({ limit })).toMatchObject({ status: 400, body: { fields: { limit: expect.any(String) } } });
    }
  });
});
