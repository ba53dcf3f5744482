import { beforeEach, describe, expect, it } from 'vitest';
import { countChanges } from '#functions/domain/statistics/count-changes.ts';
import { noStatistics } from '#functions/domain/statistics/add-statistics.ts';
import { mendTotal } from '#functions/domain/statistics/mend-statistics.ts';
import { rebuildStatistics } from '#functions/domain/statistics/rebuild-statistics.ts';
import { rebuildUserStatistics } from '#functions/domain/statistics/rebuild-user-statistics.ts';
import type { PlatformStatistics } from '#functions/ports/entities/statistics.ts';
import { insert, remove, update, type Write } from '#functions/ports/store.ts';
import { cents } from '#shared/money.ts';
import { expectStatisticsOfJournal } from '#test/support/statistics-invariants.ts';
import { referralWorld, type ReferralWorld } from '#test/support/referral-world.ts';
import { changesIn } from '#test/support/table-changes.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const nightly = { aheadMs: 0, days: undefined };
const zeroes = { ...noStatistics, usersRegistered: 0 };
const byHand = { aheadMs: 900_000, days: undefined };

/** Returns a world with customers and counted statistics, a day and two hours later. */
async function dayAfter(): Promise<ReferralWorld> {
  const world = await referralWorld();
  await world.customer();
  await world.report(await world.deposit(await world.customer()), { state: 'refunded' });
  await countChanges(world.services, changesIn(world.store));
  world.clock.advance(dayMs + 2 * hourMs);
  return world;
}

describe('counting the last days again', () => {
  let world: ReferralWorld;
  beforeEach(async () => {
    world = await dayAfter();
  });
  const rowOf = (isWanted: (row: PlatformStatistics) => boolean): PlatformStatistics => {
    const row = world.store.all('platformFigures').find(isWanted);
    if (!row) throw new Error('no such row');
    return row;
  };

  it('changes nothing that is right, and reports nothing mended', async () => {
    const before = world.store.all('platformFigures');
    expect(await rebuildStatistics(world.services, nightly)).toMatchObject({
      days: 3,
      missed: 0,
      mended: 0,
      people: 3,
    });
    expect(world.store.all('platformFigures')).toEqual(before);
  });

  it('ends in time however many people there are, and is done for the day', async () => {
    const { store, clock } = world;
    const slow = {
      ...store,
      listJournal: async (...asked: Parameters<typeof store.listJournal>) => {
        clock.advance(60_000);
        return store.listJournal(...asked);
      },
    };
    expect(await rebuildStatistics({ ...world.services, store: slow }, nightly)).toMatchObject({ days: 3, people: 0 });
    expect(await rebuildStatistics(world.services, nightly)).toMatchObject({ days: 0 });
  });

  it.each([
    ['a day', (row: PlatformStatistics) => row.day !== 'total', { fundedCents: cents(1), cardsCreated: 9 }],
    ['a total', (row: PlatformStatistics) => row.day === 'total', { loadFeeCents: cents(-7), usersRegistered: 5 }],
  ])('mends %s changed by hand', async (_what, isWanted, changes) => {
    await world.store.commit([update('platformFigures', rowOf(isWanted), changes)]);
    expect(await rebuildStatistics(world.services, nightly)).toMatchObject({ mended: 1 });
    expectStatisticsOfJournal(world);
  });

  it('mends a shard that vanished', async () => {
    const { day, shard } = rowOf((row) => row.day !== 'total');
    await world.store.commit([remove('platformFigures', { day, shard })]);
    await rebuildStatistics(world.services, nightly);
    const funded = world.store.all('platformFigures').filter((row) => row.day === day);
    expect(funded.reduce((total, row) => total + row.fundedCents, 0)).toBe(20_000);
  });

  it("mends a person's statistics, and with them the list of leaders", async () => {
    const [statistics] = world.store.all('userFigures');
    if (!statistics) throw new Error('nobody');
    await world.store.commit([update('userFigures', statistics, { fundedCents: cents(9_999_999), referrals: 40 })]);
    expect(await rebuildStatistics(world.services, nightly)).toMatchObject({ mended: 1 });
    expectStatisticsOfJournal(world);
  });

  it('counts all records of a person, however many pages they take', async () => {
    const listRewards = world.store.listRewards.bind(world.store);
    const listEntries = world.store.listEntries.bind(world.store);
    world.store.listRewards = (userId, { cursor }) => listRewards(userId, { limit: 1, cursor });
    world.store.listEntries = (ownerId, { from }) => listEntries(ownerId, { from, limit: 1 });
    expect(await rebuildUserStatistics(world.services, world.referrer.userId)).toBe(false);
  });

  it('counts records that the stream missed, with the mark that the stream would set', async () => {
    world = await referralWorld();
    await world.customer();
    const changes = changesIn(world.store);
    await countChanges(
      world.services,
      changes.filter(({ kind }) => kind !== 'journal'),
    );
    world.clock.advance(dayMs + 2 * hourMs);
    const report = await rebuildStatistics(world.services, nightly);
    expect(report.missed).toBeGreaterThan(0);
    expect(report.mended).toBe(0);
    expectStatisticsOfJournal(world);
    // The stream wakes up and brings all of it: everything is counted already.
    await countChanges(world.services, changes);
    expectStatisticsOfJournal(world);
  });

  it('counts accounts that the stream forgot, once it can bring them no more', async () => {
    world = await referralWorld();
    await world.cardholder(0);
    world.clock.advance(dayMs);
    await rebuildStatistics(world.services, nightly);
    expect(world.store.all('platformFigures').reduce((total, row) => total + row.usersRegistered, 0)).toBe(0);
    world.clock.advance(2 * dayMs);
    await rebuildStatistics(world.services, nightly);
    expectStatisticsOfJournal(world);
  });

  it('checks as far back as requested', async () => {
    world = await referralWorld();
    await world.customer();
    world.clock.advance(100 * dayMs);
    await rebuildStatistics(world.services, nightly);
    expect(world.store.all('platformFigures')).toEqual([]);
    await rebuildStatistics(world.services, { aheadMs: 0, days: 101 });
    expectStatisticsOfJournal(world);
  });

  it('gives way to a worker that counts at the same time, at any of its writes', async () => {
    await world.store.commit([
      update(
        'platformFigures',
        rowOf((row) => row.day !== 'total'),
        { fundedCents: cents(1) },
      ),
    ]);
    for (let place = 1; place <= 12; place += 1) await world.deposit(await world.cardholder(0));
    const fresh = changesIn(world.store);
    let isCounting = false;
    const commit = world.store.commit.bind(world.store);
    world.store.commit = async (writes: readonly Write[]) => {
      const change = isCounting ? undefined : fresh.pop();
      if (change) {
        isCounting = true;
        await countChanges(world.services, [change]);
        isCounting = false;
      }
      await commit(writes);
    };
    await rebuildStatistics(world.services, byHand);
    world.store.commit = commit;
    await countChanges(world.services, changesIn(world.store));
    world.clock.advance(dayMs);
    await rebuildStatistics(world.services, byHand);
    expectStatisticsOfJournal(world);
  });

  /** Puts a foreign write between a run's read of a row and its write. */
  const meanwhile = (row: PlatformStatistics, ...late: readonly Write[]): void => {
    const commit = world.store.commit.bind(world.store);
    world.store.commit = async (writes: readonly Write[]) => {
      const isOfRow = (each: Write): boolean =>
        each.write === 'update' && each.kind === 'platformFigures' && isSameRow(each.value as PlatformStatistics, row);
      if (writes.some(isOfRow)) {
        world.store.commit = commit;
        await commit(late);
      }
      await commit(writes);
    };
  };
  const isSameRow = (a: PlatformStatistics, b: PlatformStatistics): boolean => a.day === b.day && a.shard === b.shard;
  const rowAgain = (row: PlatformStatistics): PlatformStatistics => rowOf((each) => isSameRow(each, row));

  it('does not mend a day whose sum has changed in another row since it was read', async () => {
    const day = rowOf((row) => row.day !== 'total');
    const total = rowOf((row) => row.day === 'total');
    // All of the day was counted in its second row, and the mistake is in the first.
    const first = { ...day, ...zeroes, fundedCents: cents(1), shard: 2, version: 1 };
    const other = { ...day, shard: 5, version: 1 };
    const otherTotal = { ...other, day: 'total' };
    await world.store.commit([remove('platformFigures', day), remove('platformFigures', total)]);
    await world.store.commit([
      insert('platformFigures', first),
      insert('platformFigures', { ...first, ...zeroes, day: 'total' }),
      insert('platformFigures', other),
      insert('platformFigures', otherTotal),
    ]);
    meanwhile(
      first,
      update('platformFigures', other, { cardsCreated: other.cardsCreated + 1 }),
      update('platformFigures', otherTotal, { cardsCreated: other.cardsCreated + 1 }),
    );
    await rebuildStatistics(world.services, byHand);
    expect(rowAgain(first)).toEqual(first);
    expect(rowAgain(other).cardsCreated).toBe(other.cardsCreated + 1);
    // The next run checks all of it again.
    expect((await rebuildStatistics(world.services, byHand)).mended).toBeGreaterThan(0);
    expectStatisticsOfJournal(world);
  });

  it('does not mend a total while another run mends one of its days', async () => {
    const total = rowOf((row) => row.day === 'total');
    const day = rowOf((row) => row.day !== 'total' && row.shard === total.shard);
    await world.store.commit([
      update('platformFigures', total, { fundedCents: cents(7) }),
      update('platformFigures', day, { fundedCents: cents(0), paidInvoices: 50 }),
    ]);
    const wrong = rowAgain(day);
    // This run reads the wrong day; the other run mends the day just before this one writes the total.
    const { version, ...right } = day;
    meanwhile(total, update('platformFigures', wrong, right));
    await mendTotal(world.services, total.shard);
    expect(rowAgain(total)).toMatchObject({ fundedCents: 7, version: total.version + 1 });
    expect(await mendTotal(world.services, total.shard)).toBe(1);
    expectStatisticsOfJournal(world);
    expect(version).toBe(wrong.version - 1);
  });

  it('runs once a day on schedule, and on every request', async () => {
    await rebuildStatistics(world.services, nightly);
    await world.store.commit([
      update(
        'platformFigures',
        rowOf((row) => row.day !== 'total'),
        { paidInvoices: 77 },
      ),
    ]);
    expect(await rebuildStatistics(world.services, nightly)).toMatchObject({ days: 0, mended: 0 });
    expect(await rebuildStatistics(world.services, byHand)).toMatchObject({ days: 4, mended: 1 });
    expectStatisticsOfJournal(world);
    world.clock.advance(dayMs);
    expect((await rebuildStatistics(world.services, nightly)).days).toBe(3);
  });

  it('leaves a day alone that is not over, and a person who was counted a moment ago', async () => {
    const user = await world.cardholder(500);
    await countChanges(world.services, changesIn(world.store));
    const [row] = world.store.all('userFigures').filter(({ userId }) => userId === user.userId);
    if (!row) throw new Error('not counted');
    const wrong = update('userFigures', row, { fundedCents: cents(1), updatedAtMs: world.clock.now() });
    await world.store.commit([wrong]);
    expect((await rebuildStatistics(world.services, byHand)).mended).toBe(0);
    world.clock.advance(2 * hourMs);
    expect((await rebuildStatistics(world.services, byHand)).mended).toBe(1);
    expectStatisticsOfJournal(world);
  });
});
