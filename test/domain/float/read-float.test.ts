import { beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { FloatReading } from '#functions/ports/entities/float.ts';
import { requestCreation } from '#functions/domain/cards/orders/request-creation.ts';
import { requestLoad } from '#functions/domain/cards/orders/request-load.ts';
import { requestWithdrawal } from '#functions/domain/cards/orders/request-withdrawal.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { readFloat } from '#functions/domain/float/read-float.ts';
import { hourOf, runwayDaysOf } from '#functions/domain/float/runway.ts';
import { decideMove } from '#functions/domain/treasury/decide-move.ts';
import { proposeMove } from '#functions/domain/treasury/propose-move.ts';
import { update } from '#functions/ports/store.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

/* The readings of the float, and the breaker that relies on them. */

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const floorCents = cents(100_000);

let world: MoneyWorld;
let user: User;
let card: Card;

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(1_000_000);
  card = await world.openCard(user);
  world.clock.advance(10 * minuteMs);
});

const read = () => readFloat(world.services, floorCents);
const latest = async (): Promise<FloatReading> => {
  const reading = await world.store.get('float', { currency: 'USD' });
  if (reading === undefined) throw new Error('no reading');
  return reading;
};
const setFloat = async (amount: number): Promise<void> => {
  world.issuer.floatCents = cents(amount);
  await read();
};
const load = (requestedCents: number) =>
  requestLoad(world.services, {
    user,
    cardId: card.cardId,
    requestedCents: cents(requestedCents),
    includesFee: false,
    claim: undefined,
  });
const create = () => requestCreation(world.services, { user, name: 'Second', claim: undefined });
const drive = (operationId: Awaited<ReturnType<typeof load>>) =>
  driveOperation(world.services, operationId, { untilMs: world.clock.now() + 10_000, secrets: { pin: '0007' } });
const refused = { code: 'TemporarilyUnavailable', retryAfterSeconds: 300 };

describe('a reading', () => {
  it('keeps the balance, the money under way and the floor', async () => {
    await load(2_000);
    await create();
    world.issuer.floatCents = cents(100_000_000);
    expect(await read()).toEqual({ read: 1 });
    expect(await latest()).toMatchObject({
      balanceCents: 100_000_000,
      heldCents: 2_000 + 500,
      floorCents,
      atMs: world.clock.now(),
      isOpen: false,
    });
  });

  it('logs what alarms are made of: the balance, the breaker, and the days left while the float falls', async () => {
    await setFloat(5_000_000);
    world.clock.advance(dayMs);
    await setFloat(4_000_000);
    await setFloat(0);
    const lines = world.logs.flatMap(({ message, fields }) => (message === 'float read' ? [fields] : []));
    expect(lines).toMatchObject([
      { balanceCents: 5_000_000, breaker: 0 },
      { balanceCents: 4_000_000, breaker: 0, runwayDays: expect.any(Number) as number },
      { balanceCents: 0, breaker: 1, runwayDays: 0 },
    ]);
  });

  it('does not count a withdrawal under way as held: it brings money', async () => {
    await requestWithdrawal(world.services, { user, cardId: card.cardId, amountCents: cents(200), claim: undefined });
    await read();
    expect((await latest()).heldCents).toBe(0);
  });

  it('leaves out ended operations, also one whose decision is still doubted', async () => {
    const operation = await world.store.get('operation', { operationId: await load(2_000) });
    if (operation === undefined) throw new Error('no operation');
    await world.store.commit([update('operation', operation, { state: 'settled', dueAtMs: world.clock.now() })]);
    await read();
    expect((await latest()).heldCents).toBe(0);
  });

  it('keeps the last reading when the issuer does not answer', async () => {
    await read();
    const before = await latest();
    world.clock.advance(5 * minuteMs);
    world.issuer.misbehave('readFloat', { does: 'lost' }, { does: 'fault' });
    expect(await read()).toEqual({ read: 0 });
    expect(await read()).toEqual({ read: 0 });
    expect(await latest()).toEqual(before);
    expect(world.logs.filter(({ message }) => message === 'float not read').map(({ level }) => level)).toEqual([
      'warn',
      'error',
    ]);
  });

  it('counts only the first to store of two simultaneous runs', async () => {
    await read();
    world.clock.advance(5 * minuteMs);
    const runs = await Promise.all([read(), read()]);
    expect(runs.reduce((total, run) => total + run.read, 0)).toBe(1);
  });

  it('says since when the breaker is in its state', async () => {
    await setFloat(0);
    const sinceMs = world.clock.now();
    world.clock.advance(5 * minuteMs);
    await read();
    expect(await latest()).toMatchObject({ isOpen: true, sinceMs });
    world.clock.advance(5 * minuteMs);
    await setFloat(100_000_000);
    expect(await latest()).toMatchObject({ isOpen: false, sinceMs: world.clock.now() });
  });
});

describe('an hour of the chart', () => {
  it('keeps its last and its lowest balance when the next hour is read', async () => {
    for (const amount of [900_000, 700_000, 800_000]) {
      await setFloat(amount);
      world.clock.advance(minuteMs);
    }
    const hour = hourOf(world.clock.now());
    world.clock.advance(60 * minuteMs);
    await setFloat(500_000);
    expect(await world.store.get('floatHour', { hour })).toMatchObject({ balanceCents: 800_000, lowestCents: 700_000 });
    expect(await world.store.get('floatHour', { hour: hourOf(world.clock.now()) })).toMatchObject({
      balanceCents: 500_000,
      lowestCents: 500_000,
    });
  });
});

describe('the outflow', () => {
  it('is that of all records of the hour, however many pages the journal has', async () => {
    await read();
    for (const amount of [20_000, 30_000]) {
      world.clock.advance(6 * minuteMs);
      await drive(await load(amount));
    }
    await read();
    expect((await latest()).meanDailyOutCents).toBe(20_000 + 30_000 + 500);
  });

  it('is the money of loads and new cards less returned money, without top-ups', async () => {
    await read();
    await drive(await load(20_000));
    await read();
    // The creation of the first card, $5, falls into the same hour.
    expect((await latest()).meanDailyOutCents).toBe(20_000 + 500);
    world.issuer.floatCents = cents(300_000_000);
    world.clock.advance(10 * minuteMs);
    await drive(
      await requestWithdrawal(world.services, {
        user,
        cardId: card.cardId,
        amountCents: cents(10_000),
        claim: undefined,
      }),
    );
    await read();
    expect((await latest()).meanDailyOutCents).toBe(20_000 + 500 - 10_000);
  });

  it('counts no top-up that the books have, and no opening balance', async () => {
    await read();
    const [first, second] = [
      await world.cardholder(0, { role: 'admin', staffRole: 'finance' }),
      await world.cardholder(0, { role: 'admin', staffRole: 'finance' }),
    ];
    const { moveId } = await proposeMove(world.services, {
      actorId: first.userId,
      kind: 'top_up',
      direction: 'out',
      amountCents: cents(100_000_000),
      feeCents: cents(1_500),
      coin: undefined,
      coinAmount: undefined,
      reference: 'WIRE-1',
      reason: 'Opening.',
      claim: undefined,
    });
    await decideMove(world.services, { moveId, actorId: second.userId, outcome: 'approve', reason: 'Seen on paper.' });
    await drive(await load(20_000));
    await read();
    expect((await latest()).meanDailyOutCents).toBe(20_000 + 500);
  });

  it('is the same whether all of its hours are read, or only those since the last reading', async () => {
    await read();
    for (let day = 1; day <= 8; day += 1) {
      world.clock.advance(24 * 60 * minuteMs);
      await drive(await load(700 * day));
      await read();
    }
    await drive(await load(1_400));
    world.clock.advance(minuteMs);
    const { store } = world;
    let asked = 0;
    const getMany: typeof store.getMany = (kind, keys) => {
      asked += keys.length;
      return store.getMany(kind, keys);
    };
    await readFloat({ ...world.services, store: { ...store, getMany } }, floorCents);
    expect(asked).toBeLessThan(5);
    const { meanDailyOutCents } = await latest();
    world.clock.advance(59 * minuteMs);
    await read();
    // Rounding may make a difference of one cent.
    expect(Math.abs((await latest()).meanDailyOutCents - meanDailyOutCents)).toBeLessThanOrEqual(1);
    expect(meanDailyOutCents).toBeGreaterThan(3_000);
  });

  it('counts the hours in which the job did not run', async () => {
    await read();
    world.clock.advance(3 * 60 * minuteMs);
    await drive(await load(20_000));
    world.clock.advance(3 * 60 * minuteMs);
    await read();
    expect((await latest()).meanDailyOutCents).toBe(20_000 + 500);
  });

  it('counts the hours of a weekend without a run, too', async () => {
    for (let day = 0; day < 4; day += 1) {
      await read();
      world.clock.advance(dayMs);
    }
    await read();
    for (let hour = 1; hour <= 60; hour += 1) {
      world.clock.advance(60 * minuteMs);
      if (hour === 5) await drive(await load(20_000));
      if (hour === 30) await drive(await load(10_000));
    }
    await read();
    const days = 4 + 60 / 24;
    const mean = (await latest()).meanDailyOutCents;
    expect(Math.abs(mean - 30_000 / days)).toBeLessThan(1_000);
  });

  it('is the mean of seven days and forgets older ones', async () => {
    await drive(await load(70_000));
    await read();
    for (let day = 1; day <= 6; day += 1) {
      world.clock.advance(dayMs);
      await read();
    }
    expect((await latest()).meanDailyOutCents).toBeGreaterThan(10_000);
    world.clock.advance(2 * dayMs);
    await read();
    expect((await latest()).meanDailyOutCents).toBe(0);
  });

  it('gives the days until the floor is reached, and none while the float does not fall', () => {
    const reading = { balanceCents: cents(400_000), heldCents: cents(50_000), floorCents };
    expect(runwayDaysOf({ ...reading, meanDailyOutCents: cents(100_000) })).toBe(2.5);
    expect(runwayDaysOf({ ...reading, meanDailyOutCents: cents(0) })).toBeUndefined();
    expect(runwayDaysOf({ ...reading, balanceCents: cents(0), meanDailyOutCents: cents(1) })).toBe(0);
  });
});

describe('the breaker', () => {
  it('refuses a load that is one cent too large, and holds nothing', async () => {
    await setFloat(floorCents + 5_000);
    const before = await world.wallet(user);
    await expect(load(5_001)).rejects.toMatchObject(refused);
    expect(await world.wallet(user)).toEqual(before);
    expect(world.store.all('operation')).toHaveLength(1);
    await load(5_000);
  });

  it('subtracts the money under way at the reading', async () => {
    await load(4_000);
    await setFloat(floorCents + 5_000);
    await expect(load(1_001)).rejects.toMatchObject(refused);
    await load(1_000);
  });

  it('refuses a new card, and holds nothing', async () => {
    await setFloat(floorCents + 499);
    const before = await world.wallet(user);
    await expect(create()).rejects.toMatchObject(refused);
    expect(await world.wallet(user)).toEqual(before);
    await setFloat(floorCents + 500);
    await create();
  });

  it('refuses nothing without a reading of the last 30 minutes', async () => {
    await load(1_000);
    await setFloat(0);
    world.clock.advance(30 * minuteMs);
    await expect(load(1_000)).rejects.toMatchObject(refused);
    world.clock.advance(1);
    await load(1_000);
    await create();
  });

  it('lets withdrawals through', async () => {
    await setFloat(0);
    await requestWithdrawal(world.services, { user, cardId: card.cardId, amountCents: cents(200), claim: undefined });
  });

  it('recovers with the next reading', async () => {
    await setFloat(0);
    await expect(load(1_000)).rejects.toMatchObject(refused);
    await setFloat(10_000_000);
    await load(1_000);
  });

  it('is set by the first refusal of the issuer, before the next run of the job', async () => {
    await setFloat(10_000_000);
    world.clock.advance(minuteMs);
    world.issuer.floatCents = cents(0);
    const operationId = await load(1_000);
    world.issuer.misbehave('load', { does: 'declined', reason: 'insufficient_float' });
    expect(await drive(operationId)).toMatchObject({ state: 'released' });
    await expect(load(1_000)).rejects.toMatchObject(refused);
    expect((await latest()).floorCents).toBe(floorCents);
  });

  it('does not read the float again within seconds, so that many refusals cause one request', async () => {
    await setFloat(10_000_000);
    const asked = world.issuer.calls['readFloat'];
    for (const _ of [1, 2]) {
      const operationId = await load(1_000);
      world.issuer.misbehave('load', { does: 'declined', reason: 'insufficient_float' });
      await drive(operationId);
    }
    expect(world.issuer.calls['readFloat']).toBe(asked);
  });
});
