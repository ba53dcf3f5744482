import { describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import { checkTieOut } from '#functions/domain/reconciliation/check-tie-out.ts';
import { reconcile } from '#functions/domain/reconciliation/reconcile.ts';
import type { DailyReport } from '#functions/ports/entities/reports.ts';
import { insert } from '#functions/ports/store.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { samples } from '#test/support/sample-entities.ts';

const { dailyReport } = samples;

async function closed(changes: Partial<DailyReport>): Promise<MoneyWorld> {
  const world = moneyWorld();
  await world.store.commit([
    insert('dailyReport', { ...dailyReport, ...changes }),
    insert('dailyReport', { ...dailyReport, slot: 'open', day: '2026-11-22', tie: undefined, closedAtMs: undefined }),
  ]);
  return world;
}

const floatTie = {
  atMs: 1,
  issuer: {
    booksCents: cents(500),
    balanceCents: cents(300),
    inTransitCents: cents(0),
    differenceCents: cents(-200),
  },
  amountCents: cents(200),
};

describe('the day that was closed last', () => {
  it('is a break for each coin whose amount differs at the provider', async () => {
    expect(await checkTieOut((await closed({})).services)).toMatchObject([
      {
        part: 'provider',
        class: 'TIE_OUT',
        subject: 'USDT',
        cents: 50,
        evidence: { day: '2026-11-21', books: '249', theirs: '248.5', difference: '-0.5' },
      },
    ]);
  });

  it('is a break for the float once the bank is in the books', async () => {
    const before = await closed({ tie: floatTie });
    expect(await checkTieOut(before.services)).toEqual([]);
    const since = await closed({ tie: floatTie, opening: { 'BANK:USD': cents(-500), 'ISS:FLOAT': cents(500) } });
    expect(await checkTieOut(since.services)).toMatchObject([
      { part: 'issuer', class: 'TIE_OUT', subject: 'ISS:FLOAT', cents: 200, evidence: { books: 500, theirs: 300 } },
    ]);
  });

  it('opens a ticket, which closes when a later day ties', async () => {
    const world = await closed({});
    await reconcile(world.services);
    const [ticket] = world.store.all('ticket');
    expect(ticket).toMatchObject({ class: 'TIE_OUT', subject: 'USDT', state: 'open' });
    const open = await world.store.get('dailyReport', { slot: 'open' });
    if (open === undefined) throw new Error('no open day');
    const tie = { atMs: 1, provider: [], amountCents: cents(0) };
    await world.store.commit([
      insert('dailyReport', { ...dailyReport, slot: '2026-11-22', day: '2026-11-22', tie }),
      { write: 'update', kind: 'dailyReport', value: { ...open, day: '2026-11-23', version: open.version + 1 } },
    ]);
    world.clock.advance(60_000);
    await reconcile(world.services);
    expect(world.store.all('ticket')).toMatchObject([{ class: 'TIE_OUT', state: 'closed', closedBy: 'system' }]);
  });
});

describe('the day that still grows', () => {
  const hourMs = 60 * 60_000;
  const coin = { coin: 'USDT', books: '10', theirs: '9.5', inTransit: '0', difference: '-0.5', worthCents: cents(51) };
  /** Stores an open day that has differed for this many hours, after a closed day that tied or has these changes. */
  async function growing(hours: number, before: Partial<DailyReport> = {}): Promise<MoneyWorld> {
    const world = moneyWorld();
    const atMs = world.clock.now();
    const since = { atMs: atMs - hours * hourMs, worthCents: cents(50) };
    const tie = {
      atMs,
      provider: [{ ...coin, since }],
      issuer: { ...floatTie.issuer, since },
      amountCents: cents(251),
    };
    const open = { ...dailyReport, slot: 'open', day: '2026-11-22', tie, closedAtMs: undefined };
    await world.store.commit([
      insert('dailyReport', { ...dailyReport, tie: { atMs: 1, amountCents: cents(0) }, ...before }),
      insert('dailyReport', open as DailyReport),
    ]);
    return world;
  }

  it('is a break for what has differed for six hours, longer than a transit takes', async () => {
    expect(await checkTieOut((await growing(5.9)).services)).toEqual([]);
    const world = await growing(6);
    expect(await checkTieOut(world.services)).toEqual([
      {
        part: 'provider',
        class: 'TIE_OUT',
        subject: 'USDT',
        ownerId: undefined,
        cents: 50,
        atMs: world.clock.now() - 6 * hourMs,
        evidence: { since: new Date(world.clock.now() - 6 * hourMs).toISOString(), difference: '-0.5' },
        proposal: expect.anything(),
      },
    ]);
    const bank = { opening: { 'BANK:USD': cents(-500) } };
    const [, float] = await checkTieOut((await growing(6, bank)).services);
    expect(float).toBeUndefined();
    const open = await world.store.get('dailyReport', { slot: 'open' });
    if (open === undefined) throw new Error('no open day');
    await world.store.commit([
      { write: 'update', kind: 'dailyReport', value: { ...open, ...bank, version: open.version + 1 } },
    ]);
    expect(await checkTieOut(world.services)).toMatchObject([
      { subject: 'USDT' },
      { subject: 'ISS:FLOAT', cents: 200, evidence: { difference: -200 } },
    ]);
  });

  it('adds no break while the closed day has the same one', async () => {
    const tie = { atMs: 1, provider: [{ ...coin }], amountCents: cents(51) } as DailyReport['tie'];
    const world = await growing(30, { tie });
    expect(await checkTieOut(world.services)).toMatchObject([{ subject: 'USDT', evidence: { day: '2026-11-21' } }]);
    await reconcile(world.services);
    expect(world.store.all('ticket')).toHaveLength(1);
  });

  it('opens a ticket before it is closed', async () => {
    const world = await growing(7);
    await reconcile(world.services);
    expect(world.store.all('ticket')).toMatchObject([{ class: 'TIE_OUT', subject: 'USDT', state: 'open', cents: 50 }]);
  });
});
