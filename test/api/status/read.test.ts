import { expect, it } from 'vitest';
import { handler } from '#functions/api/status/read.ts';
import { steeringKeptMs } from '#functions/domain/steering/read-steering.ts';
import { callRoute } from '#test/support/call-route.ts';
import { emptyFloat } from '#test/support/empty-float.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { switchOff } from '#test/support/switch-off.ts';

const read = async (world: MoneyWorld) => (await callRoute('status.read', handler, world.services, {})).reply;
const iso = (ms: number): string => new Date(ms).toISOString();

/** The parts that do not work. */
const troubled = async (world: MoneyWorld) => (await read(world)).parts.filter(({ state }) => state !== 'working');

it('says to everybody that all parts work, and lets browsers keep it for seconds', async () => {
  const { reply, headers } = await callRoute('status.read', handler, moneyWorld().services, {});
  expect(reply.parts).toHaveLength(6);
  expect(reply.parts.every(({ state, since }) => state === 'working' && since === null)).toBe(true);
  expect(reply.announcement).toBeUndefined();
  expect(headers['cache-control']).toBe('public, max-age=10');
});

it('says which parts are switched off, and since when', async () => {
  const world = moneyWorld();
  const loadMs = world.clock.now();
  await switchOff(world.services, ['load']);
  world.clock.advance(60_000);
  const withdrawalMs = world.clock.now();
  await switchOff(world.services, ['load', 'withdrawal'], { coinsOff: ['BTC'] });
  world.clock.advance(steeringKeptMs);
  expect(await troubled(world)).toEqual([
    { name: 'deposits', state: 'limited', since: iso(withdrawalMs) },
    { name: 'load', state: 'paused', since: iso(loadMs) },
    { name: 'withdrawal', state: 'paused', since: iso(withdrawalMs) },
  ]);
  await switchOff(world.services, []);
  world.clock.advance(steeringKeptMs);
  expect(await troubled(world)).toEqual([]);
});

it('says that loads and new cards are paused while our float is short, and not by an old reading', async () => {
  const world = moneyWorld();
  const since = iso(world.clock.now());
  await emptyFloat(world);
  expect(await troubled(world)).toEqual([
    { name: 'cardCreation', state: 'paused', since },
    { name: 'load', state: 'paused', since },
  ]);
  world.clock.advance(30 * 60_000 + 1);
  expect(await troubled(world)).toEqual([]);
});

it('shows an announcement until its end, and nothing of who made it or why', async () => {
  const world = moneyWorld();
  const untilMs = world.clock.now() + 60 * 60_000;
  await switchOff(world.services, [], { announcement: { text: 'Loads may take longer tonight.', untilMs } });
  const reply = await read(world);
  expect(reply.announcement).toEqual({ text: 'Loads may take longer tonight.', until: iso(untilMs) });
  expect(Object.keys(reply).toSorted()).toEqual(['announcement', 'parts']);
  world.clock.advance(60 * 60_000);
  expect((await read(world)).announcement).toBeUndefined();
});
