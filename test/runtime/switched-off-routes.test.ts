import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { routeIds, routes, type Route, type RouteId } from '#shared/contract/index.ts';
import { switchNames } from '#shared/contract/switches.ts';
import { steeringKeptMs } from '#functions/domain/steering/read-steering.ts';
import type { EndpointHandler } from '#functions/runtime/endpoint.ts';
import { authorisationRows } from '#test/support/authorisation-rows.ts';
import { callRoute, type RouteRequest } from '#test/support/call-route.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { idAt } from '#test/support/sample-entities.ts';
import { switchOff } from '#test/support/switch-off.ts';
import { snapshotOf } from '#test/support/world-snapshot.ts';

const functions = path.resolve(import.meta.dirname, '../../functions/api');

async function handlerOf(id: RouteId): Promise<EndpointHandler> {
  const file = pathToFileURL(path.join(functions, `${id.replace('.', '/')}.ts`)).href;
  return ((await import(/* @vite-ignore */ file)) as { handler: EndpointHandler }).handler;
}

const factsOf = (id: RouteId): Route => routes[id];
const switched = routeIds.filter((id) => ![undefined, 'none'].includes(factsOf(id).switch));

/** Sends the request of a route by a person who has money and a card. */
async function call(id: RouteId, world: MoneyWorld, headers: Record<string, string> = {}) {
  const user = await world.cardholder(100_000);
  const { cardId } = await world.openCard(user);
  const things = { ...user, cardId, depositId: idAt('dep', 1), operationId: idAt('op', 1) } as never;
  const asked = { ...authorisationRows[id].request(things), headers } as RouteRequest;
  const as = factsOf(id).access === 'public' ? {} : { as: user };
  const before = snapshotOf(world);
  const { code, status } = await callRoute(id, await handlerOf(id), world.services, { ...asked, ...as });
  return { code, status, isUnchanged: JSON.stringify(snapshotOf(world)) === JSON.stringify(before) };
}

it('every money route of cardholders names its switch, or says that it has none', () => {
  const money = routeIds.filter((id) => factsOf(id).money && factsOf(id).access !== 'admin');
  expect(Object.fromEntries(money.map((id) => [id, factsOf(id).switch]))).toEqual({
    'transactions.create': 'deposits',
    'cards.create': 'cardCreation',
    'cards.load': 'load',
    'cards.unload': 'withdrawal',
    // Takes money out of a card and moves none into one.
    'cards.delete': 'none',
    'referrals.withdraw': 'referrals',
  });
});

it('every switch turns a route off', () => {
  expect(new Set(switched.map((id) => factsOf(id).switch))).toEqual(new Set(switchNames));
});

it.each(switched)('%s is refused while its switch is off, before anything is stored', async (id) => {
  const name = factsOf(id).switch;
  if (name === undefined || name === 'none') throw new Error('has no switch');
  const world = moneyWorld();
  await switchOff(world.services, [name]);
  const refused = { code: 'TemporarilyUnavailable', status: 503, isUnchanged: true };
  expect(await call(id, world, { 'idempotency-key': 'one' })).toEqual(refused);
  await switchOff(world.services, []);
  world.clock.advance(steeringKeptMs);
  expect((await call(id, world)).code).not.toBe('TemporarilyUnavailable');
});

it.each(switched)('%s works while all other switches are off', async (id) => {
  const world = moneyWorld();
  await switchOff(
    world.services,
    switchNames.filter((name) => name !== factsOf(id).switch),
  );
  expect((await call(id, world)).code).not.toBe('TemporarilyUnavailable');
});

it('freezing and deleting a card work with every switch off', async () => {
  for (const id of ['cards.freeze', 'cards.unfreeze', 'cards.delete'] as const) {
    const world = moneyWorld();
    await switchOff(world.services, switchNames);
    expect((await call(id, world)).code).not.toBe('TemporarilyUnavailable');
  }
});

it('a load under way is not stopped when loads are switched off, and its key still reports it', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(100_000);
  const { cardId } = await world.openCard(user);
  const handler = await handlerOf('cards.load');
  const request = { as: user, params: { id: cardId }, body: { amount: 5_000 }, headers: { 'idempotency-key': 'one' } };
  world.issuer.transfersEnd = 'pending';
  expect((await callRoute('cards.load', handler, world.services, request)).status).toBe(202);
  await switchOff(world.services, ['load']);
  world.clock.advance(steeringKeptMs);
  expect(await callRoute('cards.load', handler, world.services, request)).toMatchObject({ status: 202 });
  const other = { ...request, headers: { 'idempotency-key': 'two' } };
  expect(await callRoute('cards.load', handler, world.services, other)).toMatchObject({
    code: 'TemporarilyUnavailable',
    headers: { 'retry-after': '300' },
  });
  expect(await world.wallet(user)).toMatchObject({ heldCents: 5_250 });
});

const inKorea = { 'cloudfront-viewer-country': 'KP' };
const regional = ['auth.register', 'transactions.create', 'cards.create', 'cards.load', 'cards.auto-load'] as const;

it.each(regional)('%s is refused in a restricted country without using up its key, and works elsewhere', async (id) => {
  const world = moneyWorld();
  const refused = { code: 'RegionNotServed', status: 451, isUnchanged: true };
  expect(await call(id, world, { ...inKorea, 'idempotency-key': 'one' })).toEqual(refused);
  expect((await call(id, world, { 'cloudfront-viewer-country': 'DE' })).code).not.toBe('RegionNotServed');
  expect((await call(id, world)).code).not.toBe('RegionNotServed');
  await switchOff(world.services, [], { restrictedCountries: ['RU'] });
  world.clock.advance(steeringKeptMs);
  expect((await call(id, world, inKorea)).code).not.toBe('RegionNotServed');
});

it('every other route works in a restricted country', async () => {
  const named = ['auth.login', 'user.read', 'cards.freeze', 'cards.unfreeze', 'cards.unload', 'cards.delete'] as const;
  for (const id of [...named, ...switched.filter((each) => !regional.some((one) => one === each))])
    expect((await call(id, moneyWorld(), inKorea)).code, id).not.toBe('RegionNotServed');
});

it('repeating a load from a restricted country reports the load that began elsewhere', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(100_000);
  const { cardId } = await world.openCard(user);
  const handler = await handlerOf('cards.load');
  const request = { as: user, params: { id: cardId }, body: { amount: 5_000 } };
  const key = { 'idempotency-key': 'one' };
  const there = { ...request, headers: { ...key, ...inKorea } };
  expect(await callRoute('cards.load', handler, world.services, there)).toMatchObject({ status: 451 });
  expect(await callRoute('cards.load', handler, world.services, { ...request, headers: key })).toMatchObject({
    status: 200,
  });
  expect(await callRoute('cards.load', handler, world.services, there)).toMatchObject({ status: 200 });
});
