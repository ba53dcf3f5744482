import { beforeAll, describe, expect, it } from 'vitest';
import { balanceAt, replayedUntil } from '#functions/domain/reconciliation/books/balance-at.ts';
import { reconcile } from '#functions/domain/reconciliation/reconcile.ts';
import { reconcileFully } from '#functions/domain/reconciliation/reconcile-fully.ts';
import { verifyChains } from '#functions/domain/reconciliation/books/verify-chains.ts';
import { pollDeposits } from '#functions/domain/deposits/poll-deposits.ts';
import type { Services } from '#functions/ports/services.ts';
import { printed } from '#bin/operator/printed-reconciliation.ts';
import { cleanHistory, copyOf, count, type History } from '#test/support/clean-history.ts';
import { seededDiscrepancies } from '#test/support/seeded-discrepancies.ts';
import { editByHand, entitiesIn, eraseByHand } from '#test/support/simulated-store.ts';

let history: History;

beforeAll(async () => {
  history = await cleanHistory({ people: 15, operations: 150 });
});

function planted(name: string, spoilt = copyOf(history)): History {
  const plant = seededDiscrepancies.find((each) => each.name === name);
  const user = spoilt.people[1];
  if (!plant || !user) throw new Error(`nothing is planted by ${name}`);
  plant.plant(spoilt, user);
  return spoilt;
}

/** Returns services whose time is used up after each page of four people and each journal page of shard 0. */
function slow(services: Services, spoilt: History): Services {
  const { store } = services;
  const late = <T>(answer: T): T => {
    spoilt.clock.advance(13 * 60_000);
    return answer;
  };
  return {
    ...services,
    store: {
      ...store,
      listUsers: async ({ cursor }) => late(await store.listUsers({ limit: 4, cursor })),
      listJournal: async (day, shard, page) =>
        shard === 0 ? late(await store.listJournal(day, shard, page)) : store.listJournal(day, shard, page),
    },
  };
}

describe('the nightly reconciliation', () => {
  it('goes on in the next invocation where the last one stopped, and finds the same', async () => {
    const night = copyOf(history);
    night.clock.advance(3 * 60 * 60_000);
    await pollDeposits(night.services);
    const spoilt = planted('a balance was raised', night);
    const services = slow(spoilt.services, spoilt);
    const reports = [];
    for (let isComplete = 0; isComplete === 0 && reports.length < 20;) {
      const report = await reconcileFully(services, { aheadMs: 0 });
      isComplete = Number(report['isComplete']);
      reports.push(report);
    }
    expect(reports.length).toBeGreaterThan(4);
    expect(reports.at(-1)).toMatchObject({ holders: 15, breaks: 1, PROJECTION: 1, restCents: 0 });
    expect(reports.at(-1)?.found).toHaveLength(1);
    const stored = await spoilt.services.store.get('reconciliation', { mode: 'full' });
    expect(stored).toMatchObject({ endedAtMs: expect.any(Number), people: 15, classes: { PROJECTION: 1 } });
    expect(stored && printed(stored, spoilt.clock.now()).join('\n')).toMatch(
      /1 breaks[^]*PROJECTION usr_\w+ of usr_\w+: \$7\.77/,
    );
  });

  it('checks no day again when it dies at its end', async () => {
    const { services, clock } = copyOf(history);
    clock.advance(3 * 60 * 60_000);
    const killed = { ...services.store, listDueOperations: () => Promise.reject(new Error('killed')) };
    await expect(reconcileFully({ ...services, store: killed }, { aheadMs: 0 })).rejects.toThrow('killed');
    const days: string[] = [];
    const watched: Services['store'] = {
      ...services.store,
      listJournal: (day, shard, page) => {
        days.push(day);
        return services.store.listJournal(day, shard, page);
      },
    };
    const report = await reconcileFully({ ...services, store: watched }, { aheadMs: 0 });
    expect(report).toMatchObject({ isComplete: 1, holders: 15 });
    expect(days).toEqual([]);
  });

  it('is done once a night, however often it is started', async () => {
    const { services, clock } = copyOf(history);
    const asked = { holders: 15, isComplete: 1 };
    clock.advance(3 * 60 * 60_000);
    expect(await reconcileFully(services, { aheadMs: 0 })).toMatchObject(asked);
    clock.advance(15 * 60_000);
    expect(await reconcileFully(services, { aheadMs: 0 })).toMatchObject({ holders: 0 });
    expect(await reconcileFully(services)).toMatchObject(asked);
    clock.advance(24 * 60 * 60_000);
    expect(await reconcileFully(services, { aheadMs: 0 })).toMatchObject(asked);
  });
});

describe('a full reconciliation by hand', () => {
  /** Lets a night stop after its first four people, then spoils the books of one of them. */
  async function stopped(): Promise<History> {
    const night = copyOf(history);
    night.clock.advance(3 * 60 * 60_000);
    await pollDeposits(night.services);
    expect(await reconcileFully(slow(night.services, night), { aheadMs: 0 })).toMatchObject({ holders: 4, breaks: 0 });
    const { items } = await night.services.store.listUsers({ limit: 1, cursor: undefined });
    const wallet = entitiesIn(night.table, 'wallet').find(({ userId }) => userId === items[0]?.userId);
    if (!wallet) throw new Error('nobody was checked');
    editByHand(night.table, 'wallet', wallet, { availableCents: (wallet.availableCents + 777) as never });
    return night;
  }

  it('compares everybody, and does not go on with the night, which may be of before a restore', async () => {
    const { services } = await stopped();
    expect(await reconcileFully(services)).toMatchObject({ holders: 15, isComplete: 1, PROJECTION: 1 });
  });

  it('is ended by the schedule as thoroughly as it was begun', async () => {
    const night = await stopped();
    expect(await reconcileFully(slow(night.services, night))).toMatchObject({ isComplete: 0 });
    expect(await night.services.store.get('reconciliation', { mode: 'full' })).toMatchObject({ isByHand: true });
    expect(await reconcileFully(night.services, { aheadMs: 0 })).toMatchObject({ holders: 15, PROJECTION: 1 });
    const ended = await night.services.store.get('reconciliation', { mode: 'full' });
    expect(ended).toMatchObject({ isByHand: true, endedAtMs: expect.any(Number) });
  });
});

describe.each([
  ['light', reconcile],
  ['full', reconcileFully],
] as const)('a provider that does not answer a %s reconciliation', (mode, run) => {
  it('is no break, and is counted: what was asked is not compared', async () => {
    const { services, clock } = planted('the provider received more than was credited');
    const silent = { outcome: 'unknown', detail: 'timeout' } as const;
    const payments = { ...services.payments, readPayment: async () => silent };
    const report = await run({ ...services, payments });
    expect(report).toMatchObject({ breaks: 0, depositsAsked: 0 });
    const stored = await services.store.get('reconciliation', { mode });
    expect(report.unanswered).toBeGreaterThan(15);
    expect(stored).toMatchObject({ unanswered: report.unanswered });
    expect(stored && printed(stored, clock.now())).toContain(
      `  not compared: a provider did not answer ${report.unanswered} questions`,
    );
    expect(await run(services)).toMatchObject({ MISSING_CREDIT: 1, unanswered: 0 });
  });
});

describe('the hourly reconciliation', () => {
  it('keeps its findings in an item that the table takes, however long the edited fields are', async () => {
    const spoilt = copyOf(history);
    for (const line of entitiesIn(spoilt.table, 'movement').slice(0, 150))
      editByHand(spoilt.table, 'movement', line, { status: 'x'.repeat(5_000) as never });
    const [wallet] = entitiesIn(spoilt.table, 'wallet');
    if (wallet) editByHand(spoilt.table, 'wallet', wallet, { heldCents: 'x'.repeat(390_000) as never });
    expect(await reconcileFully(spoilt.services)).toMatchObject({ isComplete: 1 });
    const stored = await spoilt.services.store.get('reconciliation', { mode: 'full' });
    expect(stored?.breaks.length).toBeGreaterThan(100);
    expect(JSON.stringify(stored).length).toBeLessThan(350_000);
  });

  it('checks people who moved money lately, and not again within the hour', async () => {
    const spoilt = planted('a balance was raised');
    expect(await reconcile(spoilt.services, { aheadMs: 0 })).toMatchObject({ holders: 15, breaks: 1 });
    expect(await reconcile(spoilt.services, { aheadMs: 0 })).toMatchObject({ holders: 0, breaks: 0 });
    spoilt.clock.advance(60 * 60_000);
    expect(await reconcile(spoilt.services, { aheadMs: 0 })).toMatchObject({ PROJECTION: 1 });
  });

  it('does not believe an edited state of the last run, reports it and checks two days', async () => {
    const { services, clock, table } = copyOf(history);
    expect(await reconcile(services, { aheadMs: 0 })).toMatchObject({ holders: 15 });
    clock.advance(60 * 60_000);
    expect(await reconcile(services, { aheadMs: 0 })).toMatchObject({ holders: 0 });
    clock.advance(60 * 60_000);
    const [state] = entitiesIn(table, 'reconciliation');
    if (state) editByHand(table, 'reconciliation', state, { people: 1 });
    expect(await reconcile(services, { aheadMs: 0 })).toMatchObject({ holders: 15, HASH: 1 });
  });

  it('reports that the statistics lag behind', async () => {
    const spoilt = copyOf(history);
    for (const mark of entitiesIn(spoilt.table, 'countedRecord')) eraseByHand(spoilt.table, 'countedRecord', mark);
    for (const kind of ['userFigures', 'platformFigures'] as const)
      for (const row of entitiesIn(spoilt.table, kind)) eraseByHand(spoilt.table, kind, row as never);
    expect(await reconcile(spoilt.services)).toMatchObject({ breaks: 1, LAG: 1 });
    await count(spoilt.services, spoilt.table);
    expect(await reconcile(spoilt.services)).toMatchObject({ breaks: 0 });
  });

  it('reports nothing that is only under way during the check', async () => {
    const { services, table, clock } = copyOf(history);
    const [wallet] = entitiesIn(table, 'wallet');
    if (!wallet) throw new Error('no wallet');
    // The check falls between two writes of one request: a moment later all is well.
    editByHand(table, 'wallet', wallet, { availableCents: 1 as never });
    const sleep = async (milliseconds: number): Promise<void> => {
      clock.advance(milliseconds);
      editByHand(table, 'wallet', wallet, { availableCents: wallet.availableCents });
    };
    expect(await reconcile({ ...services, clock: { ...clock, sleep } })).toMatchObject({ breaks: 0 });
  });
});

describe('a proposal', () => {
  it('is applied automatically only where money came and was not credited', async () => {
    const spoilt = planted('the provider received more than was credited');
    expect(await reconcile(spoilt.services)).toMatchObject({ MISSING_CREDIT: 1, mended: 1 });
    await count(spoilt.services, spoilt.table);
    expect(await reconcile(spoilt.services)).toMatchObject({ breaks: 0, mended: 0 });
  });

  it('of another class is applied on request', async () => {
    const spoilt = planted('a purchase of which nobody heard');
    const unheard = spoilt.issuer.transactions[0];
    if (unheard) spoilt.issuer.transactions[0] = { ...unheard, atMs: spoilt.clock.now() };
    expect(await reconcile(spoilt.services)).toMatchObject({ CARD_BALANCE: 1, mended: 0 });
    expect(await reconcile(spoilt.services)).toMatchObject({ CARD_BALANCE: 1, mended: 0 });
    expect(await reconcile(spoilt.services, { aheadMs: 1, apply: ['CARD_BALANCE'] })).toMatchObject({ mended: 1 });
    expect(await reconcile(spoilt.services)).toMatchObject({ breaks: 0 });
  });

  it('that takes money from a person waits for a request', async () => {
    const spoilt = planted('a deposit was refunded, and nobody heard');
    for (const apply of [[], ['MISSING_CREDIT']])
      expect(await reconcile(spoilt.services, { aheadMs: 1, apply })).toMatchObject({
        REFUND_NOT_POSTED: 1,
        mended: 0,
      });
    const apply = ['REFUND_NOT_POSTED'];
    expect(await reconcile(spoilt.services, { aheadMs: 1, apply })).toMatchObject({ REFUND_NOT_POSTED: 1, mended: 1 });
    await count(spoilt.services, spoilt.table);
    expect(await reconcile(spoilt.services)).toMatchObject({ breaks: 0, mended: 0 });
  });

  it('for a person is never applied, even on request', async () => {
    const spoilt = planted('a balance was raised');
    const report = await reconcile(spoilt.services, { aheadMs: 1, apply: ['PROJECTION'] });
    expect(report).toMatchObject({ PROJECTION: 1, mended: 0 });
  });
});

describe('the hash chains', () => {
  it('hold over every account of a history', async () => {
    for (const { userId } of history.people) {
      const chains = await verifyChains(history.services, userId);
      expect(chains.length).toBeGreaterThan(1);
      for (const { entries, broken } of chains)
        expect({ entries: entries > 0, broken }).toEqual({ entries: true, broken: undefined });
    }
  });

  it.each([
    ['an entry is gone', 3, 'it is gone'],
    ['an entry was rewritten', 2, 'it was changed after it was written'],
    ['the last hash of an account is another', expect.any(Number), 'the account knows another last entry'],
  ])('show the first broken link when %s', async (name, sequence, why) => {
    const { services, people } = planted(name);
    const [wallet] = await verifyChains(services, people[1]?.userId ?? 'usr_');
    expect(wallet?.broken).toEqual({ sequence, why });
  });
});

describe('the balance at a past moment', () => {
  it('is what was recorded then, however it is read', () => {
    const entries = entitiesIn(history.table, 'entry');
    const owners = new Set(entries.map(({ ownerId }) => ownerId));
    let moments = 0;
    for (const ownerId of owners) {
      const own = entries.filter((entry) => entry.ownerId === ownerId).toSorted((a, b) => a.sequence - b.sequence);
      const [first, last] = [own[0]?.atMs ?? 0, own.at(-1)?.atMs ?? 0];
      expect(balanceAt(own, first - 1)).toEqual({});
      for (let step = 0; step <= 20; step += 1) {
        const atMs = first + Math.floor(((last - first) * step) / 20) + (step % 3);
        // The expected balance: of the last entry until then, found one by one from the first.
        let recorded: Readonly<Record<string, number>> = {};
        for (const entry of own) if (entry.atMs <= atMs) recorded = entry.after;
        expect(balanceAt(own, atMs)).toEqual(recorded);
        expect(replayedUntil(own, atMs)).toEqual(recorded);
        moments += 1;
      }
    }
    expect(moments).toBeGreaterThan(500);
  });
});
