import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/admin/float.ts';
import { readFloat } from '#functions/domain/float/read-float.ts';
import { cents } from '#shared/money.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

endpointSuite('admin.float', { handler, good: async () => ({}), refusals: {} });

describe('GET /admin/float', () => {
  const report = async (world: MoneyWorld) => {
    const admin = await world.cardholder(0, { role: 'admin', staffRole: 'finance' });
    return (await callRoute('admin.float', handler, world.services, { as: admin })).reply;
  };
  const read = (world: MoneyWorld) => readFloat(world.services, cents(100_000));

  it('reports nothing before the first reading', async () => {
    expect(await report(moneyWorld())).toMatchObject({
      balance: null,
      at: null,
      runwayDays: null,
      isOld: false,
      hours: [],
    });
  });

  it('reports the reading, its runway and the hours', async () => {
    const world = moneyWorld();
    const atMs = world.clock.now();
    await world.openCard(await world.cardholder(10_000));
    world.issuer.floatCents = cents(101_000);
    await read(world);
    world.clock.advance(60 * 60_000);
    world.issuer.floatCents = cents(100_500);
    await read(world);
    expect(await report(world)).toMatchObject({
      balance: 100_500,
      at: new Date(world.clock.now()).toISOString(),
      held: 0,
      floor: 100_000,
      room: 500,
      meanDailyOut: 500,
      runwayDays: 1,
      breaker: 'closed',
      breakerSince: new Date(atMs).toISOString(),
      hours: [
        { balance: 101_000, lowest: 101_000, out: 500 },
        { balance: 100_500, lowest: 100_500, out: 0 },
      ],
    });
  });

  it('says that the breaker is open, and when the reading is too old to refuse anything', async () => {
    const world = moneyWorld();
    world.issuer.floatCents = cents(0);
    await read(world);
    world.clock.advance(30 * 60_000);
    expect(await report(world)).toMatchObject({ breaker: 'open', room: 0, isOld: false });
    world.clock.advance(1);
    expect(await report(world)).toMatchObject({ breaker: 'open', isOld: true });
  });
});
