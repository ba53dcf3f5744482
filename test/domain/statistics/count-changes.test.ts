import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideDeposit } from '#functions/domain/deposits/decide-deposit.ts';
import { closeBooks } from '#functions/domain/reports/close-books.ts';
import { countChanges } from '#functions/domain/statistics/count-changes.ts';
import { readDashboard } from '#functions/domain/statistics/read-dashboard.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import { StoreUnavailable, WriteConflict, type Write } from '#functions/ports/store.ts';
import type { TableChange } from '#functions/ports/table-change.ts';
import { expectStatisticsOfJournal } from '#test/support/statistics-invariants.ts';
import { referralWorld, type ReferralWorld } from '#test/support/referral-world.ts';
import { changeOf, changesIn } from '#test/support/table-changes.ts';

/** Returns a world after three days with deposits, a refund, cards and referrals. */
async function threeDays(): Promise<ReferralWorld> {
  const world = await referralWorld();
  const first = await world.customer();
  world.clock.advance(24 * 60 * 60_000);
  await world.customer();
  await world.report(await world.deposit(first), { state: 'refunded' });
  world.clock.advance(24 * 60 * 60_000);
  await world.openCard(world.referrer);
  return world;
}

describe("counting the stream's records", () => {
  it('counts every record once, at any repetition and in any order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat()), fc.integer({ min: 1, max: 12 }), async (picks, size) => {
        const world = await threeDays();
        const all = changesIn(world.store);
        const shuffled = [...all, ...all].toSorted(() => (picks.next().value % 2 === 0 ? 1 : -1));
        for (let from = 0; from < shuffled.length; from += size) {
          expect(await countChanges(world.services, shuffled.slice(from, from + size))).toEqual([]);
        }
        expectStatisticsOfJournal(world);
      }),
      { numRuns: 15 },
    );
  });

  it('counts an invoice as paid once, also when it is credited again after it was taken back', async () => {
    const world = await referralWorld();
    const deposit = await world.deposit(await world.cardholder(0));
    for (const state of ['locked', 'failed'] as const) await world.report(deposit, { state });
    const { userId: actorId } = await world.cardholder(0, { role: 'admin' });
    const { depositId } = deposit;
    await decideDeposit(world.services, { depositId, actorId, outcome: 'refuse', reason: 'It failed.' });
    expect((await world.store.get('deposit', { depositId }))?.creditedCents).toBe(0);
    expect((await world.report(deposit, { state: 'paid' })).creditedCents).toBe(5_000);
    await countChanges(world.services, changesIn(world.store));
    const { totalPaidInvoices } = await readDashboard(world.services);
    expect(totalPaidInvoices).toBe(world.store.all('deposit').length);
    await closeBooks(world.services);
    const books = await world.store.get('dailyReport', { slot: 'open' });
    expect(books?.coins.USDT).toMatchObject({ deposits: 1, creditedCents: 10_000, refundedCents: 5_000 });
    expectStatisticsOfJournal(world);
  });

  it('takes as few commits as their size allows', async () => {
    const world = await referralWorld();
    const people = Array.from({ length: 200 }, (_, place) => () => world.cardholder(place % 2 === 0 ? 0 : 500));
    for (const person of people) await person();
    const sizes: number[] = [];
    world.store.beforeCommit = (writes: readonly Write[]) => {
      if (writes.some(({ kind }) => kind === 'platformFigures')) sizes.push(writes.length);
    };
    await countChanges(world.services, changesIn(world.store));
    expectStatisticsOfJournal(world);
    // A transaction takes 100 items: 98 marks of the 201 accounts and two rows, or 49 first deposits with a row each
    // and two rows.
    expect(sizes.length).toBeLessThanOrEqual(6);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
  });

  it('counts long, overlapping batches that contend for one shard', async () => {
    const world = await threeDays();
    const people = await Promise.all(Array.from({ length: 60 }, () => world.cardholder(1_234)));
    expect(people).toHaveLength(60);
    const all = changesIn(world.store);
    await Promise.all([0, 1, 2, 3].map((part) => countChanges(world.services, all.slice(part * 7))));
    expectStatisticsOfJournal(world);
  });

  it.each(['before', 'after'] as const)('survives a death %s any of its writes', async (when) => {
    for (let n = 0; n < 12; n += 1) {
      const world = await threeDays();
      const all = changesIn(world.store);
      world.dieAt(n, when);
      await countChanges(world.services, all).catch(() => undefined);
      const died = world.revive();
      await countChanges(world.services, all);
      expectStatisticsOfJournal(world);
      if (!died) return;
    }
    throw new Error('it never came to an end without dying');
  });

  it('tries again when another worker counted into its shard', async () => {
    const world = await threeDays();
    let lost = 0;
    world.store.beforeCommit = (writes: readonly Write[]) => {
      if (writes.some(({ kind }) => kind === 'platformFigures') && (lost += 1) < 5) {
        throw new WriteConflict([{ kind: 'platformFigures', reason: 'stale' }]);
      }
    };
    await countChanges(world.services, changesIn(world.store));
    expect(lost).toBeGreaterThan(4);
    expectStatisticsOfJournal(world);
  });

  it('sets aside records that it cannot count, and counts all others', async () => {
    const world = await threeDays();
    const missing: TableChange = { kind: 'journal', key: { journalId: 'nobody-wrote-this' } };
    const all = changesIn(world.store);
    const [first, ...others] = all;
    if (!first) throw new Error('nothing happened');
    expect(await countChanges(world.services, [first, missing, ...others])).toEqual([missing]);
    expectStatisticsOfJournal(world);
  });

  it('throws when the table does not answer, so that the stream repeats the batch', async () => {
    const world = await threeDays();
    world.store.beforeCommit = () => {
      throw new StoreUnavailable('down');
    };
    await expect(countChanges(world.services, changesIn(world.store))).rejects.toBeInstanceOf(StoreUnavailable);
  });

  it('writes nothing for a record that changes no statistics', async () => {
    const world = await threeDays();
    await countChanges(world.services, [changeOf(world.store, 'card_creation_reserved')]);
    expect(world.store.all('countedRecord')).toEqual([]);
  });

  it('keeps a mark longer than the stream keeps a record', async () => {
    const world = await threeDays();
    const change = changeOf(world.store, 'deposit_credited');
    await countChanges(world.services, [change]);
    const before = world.store.all('platformFigures');
    world.clock.advance(29 * 24 * 60 * 60_000);
    await countChanges(world.services, [change]);
    expect(world.store.all('platformFigures')).toEqual(before);
  });
});

describe('the list of leaders', () => {
  /** Fifteen people whose deposits differ by a dollar each, the highest last. */
  const deposits = async (world: ReferralWorld): Promise<Deposit[]> => {
    const made: Deposit[] = [];
    for (let place = 0; place < 15; place += 1) {
      const receivedAmount = `${50 + place}.00`;
      made.push(await world.deposit(await world.cardholder(0), { state: 'paid_over', receivedAmount }));
    }
    return made;
  };

  it('loses people whose deposits are refunded, and takes in people who were not in it', async () => {
    const world = await referralWorld();
    const made = await deposits(world);
    for (const change of changesIn(world.store)) await countChanges(world.services, [change]);
    expectStatisticsOfJournal(world);
    for (const deposit of made.slice(3)) await world.report(deposit, { state: 'refunded' });
    await countChanges(world.services, changesIn(world.store));
    expectStatisticsOfJournal(world);
    expect(world.store.all('leaders')[0]?.entries).toHaveLength(4);
  });

  it('is right though the index is still empty', async () => {
    const world = await referralWorld();
    await deposits(world);
    world.store.listMostFunded = async () => [];
    for (const change of changesIn(world.store)) await countChanges(world.services, [change]);
    expectStatisticsOfJournal(world);
  });

  it('is not replaced by a list that was read before another worker counted', async () => {
    const world = await referralWorld();
    const user = await world.cardholder(0);
    const deposit = await world.deposit(user);
    const counted = changesIn(world.store);
    await countChanges(world.services, counted);
    const known = new Set(counted.map((change) => JSON.stringify(change)));
    await world.report(deposit, { state: 'refunded' });
    await world.deposit(user);
    const news = changesIn(world.store).filter((change) => !known.has(JSON.stringify(change)));
    const [takenBack, credited] = news.filter(({ kind }) => kind === 'journal');
    if (!takenBack || !credited) throw new Error('nothing to count');
    // While one worker takes the person out of the list, the other one counts and finds the list as it should be.
    let other: Promise<unknown> | undefined;
    const commit = world.store.commit.bind(world.store);
    world.store.commit = async (writes) => {
      if (other === undefined && writes.some(({ kind }) => kind === 'leaders')) {
        other = countChanges(world.services, [credited]);
        await other;
      }
      return commit(writes);
    };
    await countChanges(world.services, [takenBack]);
    expect(other).toBeDefined();
    expectStatisticsOfJournal(world);
  });

  it('is brought up to date by the repetition when the process died after it had counted', async () => {
    const world = await referralWorld();
    await deposits(world);
    const all = changesIn(world.store);
    world.store.beforeCommit = (writes) => {
      if (writes.some(({ kind }) => kind === 'leaders')) throw new StoreUnavailable('the process is dead');
    };
    await expect(countChanges(world.services, all)).rejects.toBeInstanceOf(StoreUnavailable);
    world.store.beforeCommit = undefined;
    await countChanges(world.services, all);
    expectStatisticsOfJournal(world);
  });
});
