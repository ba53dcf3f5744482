import { expect } from 'vitest';
import type { JournalRecord } from '#functions/ports/entities/books.ts';
import type { MemoryStore } from './memory-store.ts';

/** Checks the statistics against the journal, to the cent: of each day, all days, each person, and the leaders. */
export function expectStatisticsOfJournal({ store }: { readonly store: Pick<MemoryStore, 'all'> }): void {
  const journal = store.all('journal');
  const users = store.all('user');
  const rewards = store.all('reward');
  const shards = store.all('platformFigures');
  const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
  const days = new Set([
    ...journal.map(({ atMs }) => dayOf(atMs)),
    ...users.map(({ createdAtMs }) => dayOf(createdAtMs)),
    ...shards.map(({ day }) => day),
  ]);
  for (const day of days) {
    const isOf = (atMs: number): boolean => day === 'total' || dayOf(atMs) === day;
    const rows = shards.filter((row) => row.day === day);
    expect(
      {
        ...countedIn(rows),
        usersRegistered: rows.reduce((total, row) => total + row.usersRegistered, 0),
      },
      `the statistics of ${day}`,
    ).toEqual({
      ...figuresIn(journal.filter(({ atMs }) => isOf(atMs))),
      usersRegistered: users.filter(({ createdAtMs }) => isOf(createdAtMs)).length,
    });
  }
  const statistics = store.all('userFigures');
  for (const { userId } of users) {
    const own = statistics.filter((each) => each.userId === userId);
    const legsOf = `U:${userId}:`;
    expect(
      { ...countedIn(own), referrals: own.reduce((total, each) => total + each.referrals, 0) },
      `the statistics of ${userId}`,
    ).toEqual({
      ...figuresIn(
        journal.filter(({ legs }) =>
          legs.some(({ account }) => /^U:.*:(AVAIL|HELD|DEBT)$/.test(account) && account.startsWith(legsOf)),
        ),
      ),
      referrals: rewards.filter(({ referrerId, event }) => referrerId === userId && event === 'signup').length,
    });
  }
  const inOrder = statistics
    .filter(({ fundedCents }) => fundedCents > 0)
    .toSorted((a, b) => b.fundedCents - a.fundedCents || (a.userId > b.userId ? -1 : 1))
    .map(({ userId, fundedCents }) => ({ userId, fundedCents }));
  expect(store.all('leaders')[0]?.entries ?? [], 'who leads').toEqual(inOrder.slice(0, 10));
}

function figuresIn(records: readonly JournalRecord[]) {
  const on = (name: string, kinds: RegExp): number =>
    records
      .filter(({ kind }) => kinds.test(kind))
      .flatMap(({ legs }) => legs)
      .reduce((total, { account, amountCents }) => total + (account === name ? amountCents : 0), 0);
  return {
    cardsCreated: records.filter(({ kind }) => kind === 'card_creation_settled').length,
    paidInvoices: records.filter(({ kind, journalId }) => kind === 'deposit_credited' && /:0-\d+$/.test(journalId))
      .length,
    fundedCents: on('PROV:CLEARING', /^deposit_(credited|taken_back)$/),
    cardFeeCents: 0 - on('REV:CARD_FEE', /./),
    loadFeeCents: 0 - on('REV:LOAD_FEE', /./),
  };
}

function countedIn(rows: readonly ReturnType<typeof figuresIn>[]): ReturnType<typeof figuresIn> {
  const total = (name: keyof ReturnType<typeof figuresIn>): number => rows.reduce((sum, row) => sum + row[name], 0);
  return {
    cardsCreated: total('cardsCreated'),
    paidInvoices: total('paidInvoices'),
    fundedCents: total('fundedCents'),
    cardFeeCents: total('cardFeeCents'),
    loadFeeCents: total('loadFeeCents'),
  };
}
