/**
 * The nightly reconciliation reads from checkpoints: as much after two years as after a month, and nothing that is
 * wrong stays hidden behind one for more than four weeks.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { checkPerson } from '#functions/domain/reconciliation/check-person.ts';
import { checkpointHash } from '#functions/domain/reconciliation/books/checkpoint.ts';
import type { BelievedOperation } from '#functions/domain/reconciliation/books/believed-operations.ts';
import { nextCheckpoint } from '#functions/domain/reconciliation/books/next-checkpoint.ts';
import { readBooks } from '#functions/domain/reconciliation/books/read-books.ts';
import { reconcile } from '#functions/domain/reconciliation/reconcile.ts';
import { reconcileFully } from '#functions/domain/reconciliation/reconcile-fully.ts';
import type { Entry } from '#functions/ports/entities/books.ts';
import type { Checkpoint } from '#functions/ports/entities/checkpoints.ts';
import { rebuildUserStatistics } from '#functions/domain/statistics/rebuild-user-statistics.ts';
import { dayOf } from '#functions/domain/statistics/day-of.ts';
import { cents } from '#shared/money.ts';
import { copyOf, type History } from '#test/support/clean-history.ts';
import { longLife, type LongLife, type Night } from '#test/support/long-life.ts';
import { editByHand, entitiesIn, eraseByHand, writeByHand } from '#test/support/simulated-store.ts';

const dayMs = 24 * 60 * 60_000;

let history: History;

beforeAll(async () => {
  const life = await longLife(2);
  const nights = await life.live(75);
  expect(nights.flatMap(({ report }) => report.found)).toEqual([]);
  history = life.history;
});

type Found = readonly { readonly class: string; readonly subject: string }[];

/** Returns the findings of the next nights, one report a night. */
async function nightsAfter(
  plant: (spoilt: History, userId: Checkpoint['userId']) => void,
  nights = 1,
): Promise<Found[]> {
  const spoilt = copyOf(history);
  plant(spoilt, spoilt.people[0]?.userId ?? 'usr_nobody');
  const found: Found[] = [];
  for (let night = 0; night < nights; night += 1) {
    spoilt.clock.advance(dayMs);
    found.push((await reconcileFully(spoilt.services, { aheadMs: 0 })).found as unknown as Found);
  }
  return found;
}

function checkpointOf({ table }: History, userId: string): Checkpoint {
  const found = entitiesIn(table, 'checkpoint').find((each) => each.userId === userId);
  if (!found) throw new Error('no checkpoint');
  return found;
}

/** Returns the entry this many places after (below 0: before) the one named in the checkpoint of a person's balance. */
function entryAt(spoilt: History, userId: Checkpoint['userId'], after: number): Entry {
  const { sequence = 0 } = checkpointOf(spoilt, userId).accounts[userId] ?? {};
  const own = entitiesIn(spoilt.table, 'entry').filter(({ ownerId }) => ownerId === userId);
  const found = own.find((each) => each.sequence === sequence + after);
  if (!found) throw new Error('no entry there');
  return found;
}

function editEntry(spoilt: History, entry: Entry): void {
  editByHand(spoilt.table, 'entry', entry, { deltas: { ...entry.deltas, available: cents(77_777) } });
}

/** Edits a checkpoint as an intruder would, with the hash and the checksum that fit. */
function forge(spoilt: History, userId: string, changes: Partial<Checkpoint>): void {
  const { hash: _, version, ...content } = { ...checkpointOf(spoilt, userId), ...changes };
  writeByHand(spoilt.table, 'checkpoint', { ...content, hash: checkpointHash(content), version });
}

describe('a checkpoint', () => {
  it('lies 13 to 32 days back, and sums up what is before it', () => {
    const [first, second] = history.people.map(({ userId }) => checkpointOf(history, userId));
    for (const checkpoint of [first, second]) {
      expect(checkpoint?.untilMs).toBeGreaterThan(history.clock.now() - 32 * dayMs);
      expect(checkpoint?.untilMs).toBeLessThan(history.clock.now() - 13 * dayMs);
      expect(checkpoint?.previousHash).not.toBe('');
    }
    expect(second?.statistics.paidInvoices).toBeGreaterThan(1);
    expect(first?.statistics.referrals).toBe(1);
  });

  it('ends before an operation that is still open', async () => {
    const { services, clock } = copyOf(history);
    const nowMs = clock.now() + 14 * dayMs;
    const [owner] = history.people;
    const user = owner && (await services.store.get('user', owner));
    if (!user) throw new Error('nobody');
    const last = checkpointOf(history, user.userId);
    const books = await readBooks(services, user);
    const [operation] = books.operations.values();
    if (!operation) throw new Error('no operation');
    const untilWith = (end: BelievedOperation['end'], createdAtMs: number) => {
      const believed = { operation: { ...operation, createdAtMs }, end, reservedCents: undefined, isCorrected: false };
      return nextCheckpoint(books, [believed], last, nowMs)?.untilMs;
    };
    const [before, after] = [last.untilMs - dayMs, last.untilMs + dayMs];
    expect(untilWith('settled', before)).toBeGreaterThan(after);
    expect(untilWith('open', after)).toBe(after);
    expect(untilWith('open', before)).toBe(last.untilMs);
  });

  it('hides no edit of a younger entry', async () => {
    const [found] = await nightsAfter((spoilt, userId) => editEntry(spoilt, entryAt(spoilt, userId, 1)));
    expect(found).toMatchObject([{ class: 'HASH', subject: expect.stringMatching(/^usr_\w+#\d+$/) }]);
  });

  it.each<[string, (spoilt: History, userId: Checkpoint['userId']) => void, object]>([
    ['an altered entry', (spoilt, userId) => editEntry(spoilt, entryAt(spoilt, userId, -1)), { class: 'HASH' }],
    [
      'deleted history',
      (spoilt, userId) => {
        for (const back of [-1, -2]) eraseByHand(spoilt.table, 'entry', entryAt(spoilt, userId, back));
      },
      { class: 'GAP' },
    ],
    [
      'a deleted record',
      (spoilt, userId) => eraseByHand(spoilt.table, 'journal', entryAt(spoilt, userId, -1)),
      { class: expect.stringMatching(/^(?:GAP|HASH)$/) },
    ],
  ])('hides %s for four weeks at most, and from then on every night reports it', async (_, plant, wanted) => {
    const nights = await nightsAfter(plant, 30);
    const first = nights.findIndex((found) => found.length > 0);
    expect(first).toBeGreaterThanOrEqual(0);
    expect(first).toBeLessThan(28);
    expect(nights[first]).toMatchObject([wanted]);
    const [last] = nights.at(-1) ?? [];
    expect(last).toMatchObject({ class: expect.stringMatching(/^(?:GAP|HASH)$/) });
    // A run by hand reads the whole history at once.
    const spoilt = copyOf(history);
    plant(spoilt, spoilt.people[0]?.userId ?? 'usr_nobody');
    expect((await reconcile(spoilt.services)).breaks).toBeGreaterThan(0);
  });

  it.each<[string, (spoilt: History, userId: Checkpoint['userId']) => void]>([
    [
      'was edited',
      (spoilt, userId) =>
        editByHand(spoilt.table, 'checkpoint', checkpointOf(spoilt, userId), {
          wholeAtMs: spoilt.clock.now() + 365 * dayMs,
        }),
    ],
    [
      'names another balance',
      (spoilt, userId) => {
        const { accounts } = checkpointOf(spoilt, userId);
        const own = accounts[userId];
        if (own)
          forge(spoilt, userId, {
            accounts: { ...accounts, [userId]: { ...own, after: { ...own.after, available: 1 } } },
          });
      },
    ],
    [
      'names another entry',
      (spoilt, userId) => {
        const { accounts } = checkpointOf(spoilt, userId);
        const own = accounts[userId];
        if (own) forge(spoilt, userId, { accounts: { ...accounts, [userId]: { ...own, sequence: own.sequence - 1 } } });
      },
    ],
    [
      'has other sums',
      (spoilt, userId) => {
        const { statistics } = checkpointOf(spoilt, userId);
        forge(spoilt, userId, { statistics: { ...statistics, fundedCents: cents(1) } });
      },
    ],
    [
      'has more lines of a card',
      (spoilt, userId) => {
        const { lines } = checkpointOf(spoilt, userId);
        forge(spoilt, userId, { lines: Object.fromEntries(Object.keys(lines).map((cardId) => [cardId, 9_999])) });
      },
    ],
  ])('that %s is reported every night until it is renewed', async (_, plant) => {
    const nights = await nightsAfter(plant, 2);
    const wanted = [{ class: 'HASH', subject: expect.stringMatching(/^checkpoint:usr_/) }];
    expect(nights).toMatchObject([wanted, wanted]);
    const spoilt = copyOf(history);
    plant(spoilt, spoilt.people[0]?.userId ?? 'usr_nobody');
    await reconcile(spoilt.services, { aheadMs: 1, apply: ['HASH'] });
    expect((await reconcileFully(spoilt.services)).found).toEqual([]);
  });

  it('lets statistics be counted again from it on, or from the start if it was edited', async () => {
    const spoilt = copyOf(history);
    const [, user] = spoilt.people;
    if (!user) throw new Error('nobody');
    const { userId } = user;
    const { services, clock, table } = spoilt;
    clock.advance(2 * 60 * 60_000);
    const first: number[] = [];
    const listEntries: typeof services.store.listEntries = (ownerId, range) => {
      first.push(range.from);
      return services.store.listEntries(ownerId, range);
    };
    const counted = { ...services, store: { ...services.store, listEntries } };
    const right = entitiesIn(table, 'userFigures').find((each) => each.userId === userId);
    if (!right) throw new Error('no statistics');
    const count = async (): Promise<void> => {
      editByHand(table, 'userFigures', right, { fundedCents: cents(1), referrals: 9 });
      first.length = 0;
      clock.advance(2 * 60 * 60_000);
      expect(await rebuildUserStatistics(counted, userId, { isWhole: false })).toBe(true);
      const { fundedCents, paidInvoices, referrals } = right;
      expect(await services.store.get('userFigures', { userId })).toMatchObject({
        fundedCents,
        paidInvoices,
        referrals,
      });
    };
    await count();
    const from = (checkpointOf(spoilt, userId).accounts[userId]?.sequence ?? 0) + 1;
    expect(from).toBeGreaterThan(2);
    expect(first[0]).toBe(from);
    editByHand(table, 'checkpoint', checkpointOf(spoilt, userId), { paidOutCents: 1 });
    await count();
    expect(first[0]).toBe(1);
  });

  it('that is gone is reported the next night, and so is a checkpoint whose entry is gone', async () => {
    const [gone] = await nightsAfter((spoilt, userId) =>
      eraseByHand(spoilt.table, 'checkpoint', checkpointOf(spoilt, userId)),
    );
    expect(gone).toMatchObject([{ class: 'GAP', subject: expect.stringMatching(/^checkpoint:usr_/) }]);
    const [unnamed] = await nightsAfter((spoilt, userId) =>
      eraseByHand(spoilt.table, 'entry', entryAt(spoilt, userId, 0)),
    );
    expect(unnamed).toMatchObject([{ class: 'GAP', subject: expect.stringMatching(/^usr_\w+#\d+$/) }]);
  });

  it('of a day that is edited or gone is reported when the day is compared again', async () => {
    const edits: ((spoilt: History, day: string) => void)[] = [
      (spoilt, day) => editByHand(spoilt.table, 'dayCheckpoint', noteOf(spoilt, day), { count: 500 }),
      (spoilt, day) => writeByHand(spoilt.table, 'dayCheckpoint', { ...noteOf(spoilt, day), print: 5 }),
      (spoilt, day) => eraseByHand(spoilt.table, 'dayCheckpoint', noteOf(spoilt, day)),
    ];
    for (const edit of edits) {
      const spoilt = copyOf(history);
      const [note] = entitiesIn(spoilt.table, 'dayCheckpoint').filter(({ count }) => count > 0);
      edit(spoilt, note?.day ?? '');
      const { found } = await reconcileFully(spoilt.services);
      expect(found).toMatchObject([{ subject: `checkpoint:${note?.day}` }]);
    }
  });
});

describe('a finding in a day of long ago', () => {
  it('is reported in every run: the checkpoint of the day does not include it', async () => {
    const spoilt = copyOf(history);
    const [note] = entitiesIn(spoilt.table, 'dayCheckpoint').filter(({ count }) => count > 0);
    const record = entitiesIn(spoilt.table, 'journal').find(({ atMs }) => dayOf(atMs) === note?.day);
    if (!record) throw new Error('nothing happened on that day');
    writeByHand(spoilt.table, 'journal', { ...record, journalId: `${record.journalId}:again` });
    for (let run = 0; run < 2; run += 1) {
      const { found } = await reconcileFully(spoilt.services);
      expect(found).toContainEqual(
        expect.objectContaining({ class: 'UNEXPLAINED', subject: `${record.journalId}:again` }),
      );
    }
  });
});

function noteOf({ table }: History, day: string) {
  const found = entitiesIn(table, 'dayCheckpoint').find((each) => each.day === day);
  if (!found) throw new Error('no such day');
  return found;
}

describe('two years of one person', () => {
  let life: LongLife;
  const units: number[] = [];
  const unitsOfHours: number[] = [];
  const nights: Night[] = [];
  const hours: Night['report'][] = [];

  beforeAll(async () => {
    life = await longLife(1);
    const [user] = life.history.people;
    const { services, clock } = life.history;
    for (const days of [45, 365 - 45, 365]) {
      nights.push(...(await life.live(days - 30, 5)));
      const looks: number[] = [];
      const runs: number[] = [];
      for (let day = 0; day < 30; day += 1) {
        nights.push(...(await life.live(1, 1)));
        // The first run of the day, which checks all that was done on that day.
        runs.push(await life.unitsOf(async () => hours.push(await reconcile(services, { aheadMs: 0 }))));
        const look = () =>
          checkPerson(services, user?.userId ?? 'usr_nobody', clock.now() - 14 * dayMs, { history: 'recent' });
        looks.push(await life.unitsOf(look));
      }
      units.push(Math.max(...looks));
      unitsOfHours.push(Math.max(...runs.slice(1)));
    }
  });

  it('never show a finding, at night or within the day', () => {
    expect(nights.flatMap(({ report }) => report.found)).toEqual([]);
    expect(hours.flatMap(({ found }) => found)).toEqual([]);
    expect(hours.filter(({ holders }) => holders > 0).length).toBeGreaterThan(5);
  });

  it.each([
    ['night', units],
    ['hour', unitsOfHours],
  ])('cost no more to check in the worst %s of the last month than after six weeks', (_when, measured) => {
    const [begin = 0, middle = 0, end = 0] = measured;
    expect(begin).toBeGreaterThan(0);
    expect(middle).toBeLessThan(begin * 1.5);
    expect(end).toBeLessThan(begin * 1.5);
  });

  it('cost far more to read as a whole, which a night does once in four weeks', async () => {
    const [user] = life.history.people;
    const { services, clock } = life.history;
    const whole = await life.unitsOf(() => checkPerson(services, user?.userId ?? 'usr_nobody', clock.now()));
    expect(whole).toBeGreaterThan(5 * (units.at(-1) ?? 0));
  });
});
