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
  it('is a break for each coin that the provider has otherwise', async () => {
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

  it('is one for the float from when the bank is in the books', async () => {
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
