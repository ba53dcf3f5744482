import { describe, expect, it } from 'vitest';
import type { handler as eitherHandler } from '#functions/api/cards/list.ts';
import { update } from '#functions/ports/store.ts';
import { callRoute, type RouteAnswer } from './call-route.ts';
import { endpointSuite } from './endpoint-suite.ts';
import { nextPageOf, walkPages } from './pages.ts';
import { moneyWorld } from './money-world.ts';
import { forgedCursor } from './forged-cursor.ts';

/** Checks the common behavior of both lists of a person's cards: which cards, in which order, in pages. */
export function cardListSuite(route: 'cards.list' | 'cards.tiles', path: string, handler: typeof eitherHandler): void {
  endpointSuite(route, {
    handler,
    good: async ({ world, user }) => {
      await world.openCard(user);
      return {};
    },
    refusals: {},
  });

  describe(path, () => {
    const staged = async () => {
      const world = moneyWorld();
      const user = await world.cardholder(10_000);
      const stranger = await world.cardholder(10_000);
      await world.openCard(stranger);
      const cards = [await world.openCard(user), await world.openCard(user), await world.openCard(user)];
      const list = (
        query: Record<string, string> = {},
        as = user,
      ): Promise<RouteAnswer<'cards.list' | 'cards.tiles'>> => callRoute(route, handler, world.services, { as, query });
      return { world, user, stranger, ids: cards.map(({ cardId }) => cardId).toReversed(), cards, list };
    };

    it("lists the caller's cards and nobody else's, newest first", async () => {
      const { list, ids, stranger } = await staged();
      expect((await list()).reply.map(({ _id }) => _id)).toEqual(ids);
      expect((await list({}, stranger)).reply).toHaveLength(1);
    });

    it('is empty for a person without cards', async () => {
      const world = moneyWorld();
      const as = await world.cardholder(0);
      expect((await callRoute(route, handler, world.services, { as })).reply).toEqual([]);
    });

    it('leaves out cards that were deleted or could not be created', async () => {
      const { world, cards, list, ids } = await staged();
      const [oldest, middle] = cards;
      if (!oldest || !middle) throw new Error('no cards');
      await world.store.commit([update('card', oldest, { lifecycle: 'deleted' })]);
      await world.store.commit([update('card', middle, { lifecycle: 'failed' })]);
      expect((await list()).reply.map(({ _id }) => _id)).toEqual(ids.slice(0, 1));
    });

    it('is read page by page, without a gap and without an empty last page', async () => {
      const { list, ids } = await staged();
      for (const limit of [1, 2, 3, 4]) {
        const pages = await walkPages(list, limit);
        expect(pages.flat().map(({ _id }) => _id)).toEqual(ids);
        expect(pages).toHaveLength(Math.ceil(3 / limit));
      }
    });

    it("refuses another person's cursor, a forged cursor and an invalid limit", async () => {
      const { list, stranger } = await staged();
      const cursor = nextPageOf(await list({ limit: '1' }))?.['cursor'] ?? '';
      const refused = { status: 400, code: 'ValidationFailed', body: { fields: { cursor: expect.any(String) } } };
      expect(await list({ cursor }, stranger)).toMatchObject(refused);
      expect(await list({ cursor: forgedCursor(cursor) })).toMatchObject(refused);
      for (const limit of ['0', '-1', '1001', '1.5', 'x', '']) {
        expect(await list({ limit })).toMatchObject({
          code: 'ValidationFailed',
          body: { fields: { limit: expect.any(String) } },
        });
      }
      expect(await list({ page: '2' })).toMatchObject({ code: 'ValidationFailed' });
    });
  });
}
