import { expect, it } from 'vitest';
import { handler } from '#functions/api/prices/read.ts';
import { cents } from '#shared/money.ts';
import { firstCardLimits } from '#shared/card-limits.ts';
import { priceBounds } from '#shared/price-bounds.ts';
import { firstPrices } from '#shared/prices.ts';
import { changeLimits, changePrices } from '#test/support/change-prices.ts';
import { callRoute } from '#test/support/call-route.ts';
import { moneyWorld } from '#test/support/money-world.ts';

it('says the prices to everybody: the present ones, and the next ones before they begin', async () => {
  const world = moneyWorld();
  const read = () => callRoute('prices.read', handler, world.services, {});
  const first = { version: 1, from: '1970-01-01T00:00:00.000Z', ...firstPrices };
  const limits = { present: { version: 1, from: first.from, ...firstCardLimits }, next: null };
  const { reply, headers } = await read();
  expect(reply).toEqual({ present: first, next: null, limits });
  expect(headers['cache-control']).toBe('public, max-age=10');

  const dearer = { ...firstPrices, cardFeeCents: cents(2_000) };
  await changePrices(world, dearer);
  const from = new Date(world.clock.now()).toISOString();
  world.clock.advance(-1);
  expect((await read()).reply).toEqual({ present: first, next: { version: 2, from, ...dearer }, limits });
  world.clock.advance(1);
  expect((await read()).reply).toEqual({ present: { version: 2, from, ...dearer }, next: null, limits });
  expect(priceBounds.aheadMs).toBe(300_000);
});

it('says the limits of new cards to everybody, in the same way', async () => {
  const world = moneyWorld();
  const read = async () => (await callRoute('prices.read', handler, world.services, {})).reply.limits;
  const first = { version: 1, from: '1970-01-01T00:00:00.000Z', ...firstCardLimits };
  const lower = { balanceCents: cents(200_000), monthlySpendCents: cents(500_000) };
  await changeLimits(world, lower);
  const from = new Date(world.clock.now()).toISOString();
  world.clock.advance(-1);
  expect(await read()).toEqual({ present: first, next: { version: 2, from, ...lower } });
  world.clock.advance(1);
  expect(await read()).toEqual({ present: { version: 2, from, ...lower }, next: null });
});
