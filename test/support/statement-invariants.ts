import { expect } from 'vitest';
import {
  readAccountStatement,
  readCardStatement,
  readRecent,
  type Period,
  type Statement,
} from '#functions/domain/statements/read-statement.ts';
import type { JournalRecord } from '#functions/ports/entities/books.ts';
import type { Store } from '#functions/ports/store.ts';
import type { MemoryStore } from './memory-store.ts';

/**
 * Checks that the statements of every account and card tie to the journal, for all time and for shorter periods. The
 * opening balance plus the amounts is the closing balance, line by line, and the amounts are the sum of the journal's
 * legs of the period.
 */
export async function expectStatementsTie(store: Store, books: Pick<MemoryStore, 'all'>): Promise<void> {
  const journal = books.all('journal');
  const times = journal.map(({ atMs }) => atMs).toSorted((a, b) => a - b);
  const [first = 0, middle = 0, last = 0] = [0, 0.5, 1].map((part) => times[Math.floor((times.length - 1) * part)]);
  const periods = [
    { fromMs: first, toMs: last + 1 },
    { fromMs: first, toMs: middle },
    { fromMs: middle, toMs: last + 1 },
  ].filter(({ fromMs, toMs }) => fromMs < toMs);
  for (const wallet of books.all('wallet')) {
    const legs = [`U:${wallet.userId}:AVAIL`, `U:${wallet.userId}:DEBT`];
    for (const period of periods) {
      const statement = await readAccountStatement(store, wallet.userId, period);
      expectTie(statement, balanceAt(journal, legs, period.fromMs), balanceAt(journal, legs, period.toMs));
    }
  }
  for (const card of books.all('card')) {
    const legs = [`CARD:${card.cardId}`];
    for (const period of periods) {
      const statement = await readCardStatement(store, card, period, await readRecent(store, card.cardId));
      expectTie(statement, balanceAt(journal, legs, period.fromMs), balanceAt(journal, legs, period.toMs));
    }
  }
}

/** Returns the balance of some accounts of the journal before a time. Money that we owe is negative in the journal. */
function balanceAt(journal: readonly JournalRecord[], accounts: readonly string[], atMs: Period['fromMs']): number {
  const legs = journal.filter((record) => record.atMs < atMs).flatMap((record) => record.legs);
  return legs
    .filter(({ account }) => accounts.includes(account))
    .reduce((sum, { amountCents }) => sum - amountCents, 0);
}

function expectTie({ openingCents, closingCents, lines }: Statement, opening: number, closing: number): void {
  expect({ openingCents, closingCents }).toEqual({ openingCents: opening, closingCents: closing });
  let balance = opening;
  for (const line of lines) {
    balance += line.amount;
    expect(line).toMatchObject({ balance, description: expect.stringMatching(/\S/) });
  }
  expect(balance).toBe(closing);
}
