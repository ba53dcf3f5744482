import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/transactions/all.ts';
import { callRoute, type RouteAnswer } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { openDeposit } from '#test/support/open-deposit.ts';
import { nextPageOf, walkPages } from '#test/support/pages.ts';
import { forgedCursor } from '#test/support/forged-cursor.ts';

endpointSuite('transactions.all', {
  handler,
  good: async ({ world, user }) => {
    await world.openCard(user);
    return {};
  },
  refusals: {},
});

describe('GET /transactions/all', () => {
  const staged = async () => {
    const world = moneyWorld();
    const [one, two] = [await world.cardholder(10_000), await world.cardholder(10_000)];
    const admin = await world.cardholder(0, { role: 'admin' });
    const list = (query: Record<string, string> = {}): Promise<RouteAnswer<'transactions.all'>> =>
      callRoute('transactions.all', handler, world.services, { as: admin, query });
    return { world, one, two, list };
  };

  it("lists everybody's activity, newest first, with its owners", async () => {
    const { world, one, two, list } = await staged();
    expect((await list()).reply).toEqual([]);
    const deposit = await openDeposit(world, one);
    const card = await world.openCard(two);
    const later = await openDeposit(world, two, 7_500);
    const { reply } = await list();
    expect(reply.map(({ kind, email, amount }) => [kind, email, amount])).toEqual([
      ['deposit', two.email, 7_500],
      ['card_creation', two.email, 2_000],
      ['deposit', one.email, 5_000],
    ]);
    expect(reply.map(({ userId }) => userId)).toEqual([two.userId, two.userId, one.userId]);
    expect(reply.map(({ _id }) => _id)).toMatchObject([later.depositId, expect.any(String), deposit.depositId]);
    expect(reply[1]).toMatchObject({ cardId: card.cardId, status: 'completed', type: 'debit' });
  });

  it('comes page by page, also when something is added in between', async () => {
    const { world, one, two, list } = await staged();
    const ids: string[] = [];
    for (let count = 0; count < 7; count += 1) {
      ids.unshift((await openDeposit(world, count % 2 === 0 ? one : two, 5_000 + count)).depositId);
    }
    for (const limit of [1, 3, 7, 8]) {
      const pages = await walkPages(list, limit);
      expect(pages.flat().map(({ _id }) => _id)).toEqual(ids);
      expect(pages).toHaveLength(Math.ceil(7 / limit));
    }
    const first = await list({ limit: '4' });
    await openDeposit(world, one, 6_000);
    const second = await list(nextPageOf(first));
    expect([...first.reply, ...second.reply].map(({ _id }) => _id)).toEqual(ids);
  });

  it('refuses a cursor that is forged or of another list, and an invalid limit', async () => {
    const { world, one, two, list } = await staged();
    await openDeposit(world, one);
    await openDeposit(world, two);
    const cursor = nextPageOf(await list({ limit: '1' }))?.['cursor'] ?? '';
    const foreign = await world.services.keys.encryptCursor(`transactions.list:${one.userId}`, 'x');
    for (const each of [foreign, forgedCursor(cursor), 'x']) {
      expect(await list({ cursor: each })).toMatchObject({
        status: 400,
        body: { fields: { cursor: expect.any(String) } },
      });
    }
    for (const limit of ['0', '1001', 'x']) expect(await list({ limit })).toMatchObject({ status: 400 });
  });
});
