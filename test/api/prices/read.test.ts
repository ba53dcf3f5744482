import { expect, it } from 'vitest';
import { handler } from '#functions/api/prices/read.ts';
import { cents } from '#shared/money.ts';
import { priceBounds } from '#shared/price-bounds.ts';
import { firstPrices } from '#shared/prices.ts';
import { changePrices } from '#test/support/change-prices.ts';
import { callRoute } from '#test/support/call-route.ts';
import { moneyWorld } from '#test/support/money-world.ts';

it('says the prices to everybody: the present ones, and the next ones before they begin', async () => {
  const world = moneyWorld();
  const read = () => callRoute('prices.read', handler, world.services, {});
  const first = { version: 1, from: '1970-01-01T00:00:00.000Z', ...firstPrices };
  const { reply, headers } = await read();
  expect(reply).toEqual({ present: first, next: null });
  expect(headers['cache-control']).toBe('public, max-age=10');

  const dearer = { ...firstPrices, cardFeeCents: cents(2_000) };
  await changePrices(world, dearer);
  const from = new Date(world.clock.now()).toISOString();
  world.clock.advance(-1);
  expect((await read()).reply).toEqual({ present: first, next: { version: 2, from, ...dearer } });
  world.clock.advance(1);
  expect((await read()).reply).toEqual({ present: { version: 2, from, ...dearer }, next: null });
  expect(priceBounds.aheadMs).toBe(300_000);
});
