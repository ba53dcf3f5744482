import type * as z from 'zod/mini';
import { AppError } from '#shared/errors.ts';
import { idPrefixes, type Id } from '#shared/ids.ts';
import { minus, sum, zero, type Cents } from '#shared/money.ts';
import type { StatementLine } from '#shared/contract/statements.ts';
import type { Entry, LedgerOwner } from '#functions/ports/entities/books.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Store } from '#functions/ports/store.ts';
import { accountLine } from './account-line.ts';
import { cardLine, cardLinesOf } from './card-line.ts';
import { firstEntryAt } from './find-entry.ts';
import type { LineWords } from './line-words.ts';

/** Maximum number of booked entries in a statement: about 300 KB of reply, far below what a reply may have. */
export const statementLinesMax = 1_000;

/** A period in milliseconds; `toMs` is the first moment that is no longer in it. */
export type Period = { readonly fromMs: number; readonly toMs: number };

/** The booked lines of a period. `closingCents` − `openingCents` is the sum of their amounts. */
export type Statement = {
  readonly period: Period;
  readonly openingCents: Cents;
  readonly closingCents: Cents;
  readonly lines: readonly z.input<typeof StatementLine>[];
};

/** Reads the period of a query. Throws AppError ValidationFailed for a period that does not end after it begins. */
export function readPeriod({ from, to }: { readonly from: string; readonly to: string }): Period {
  const period = { fromMs: Date.parse(from), toMs: Date.parse(to) };
  if (period.toMs <= period.fromMs) refuse('must be later than from');
  return period;
}

function refuse(why: string): never {
  throw new AppError('ValidationFailed', `to ${why}.`, { fields: { to: why } });
}

/** Reads the last entries of an account, oldest first: enough for the statement of most periods. */
export async function readRecent(store: Store, ownerId: LedgerOwner): Promise<readonly Entry[]> {
  return (await store.listLastEntries(ownerId, statementLinesMax + 1)).toReversed();
}

/**
 * Reads an account's statement: the changes of the spendable balance less the debt. The cost of an operation is a line
 * when it is set aside, and another one when it comes back. Takes two round trips; for a period more than a thousand
 * entries back, four to six. Throws AppError ValidationFailed for more than a thousand entries.
 */
export async function readAccountStatement(store: Store, userId: Id<'user'>, period: Period): Promise<Statement> {
  const { before, entries } = await entriesOf(store, userId, period, await readRecent(store, userId));
  const subjects = [...new Set(entries.map(subjectOf))];
  const adjustmentIds = subjects.filter(isAdjustment);
  const others = subjects.filter((id) => /^[a-z]+_\w+$/.test(id) && !isAdjustment(id));
  const [lines, adjustments] = await Promise.all([
    store.getMany(
      'movement',
      others.map((id) => ({ userId, subjectId: id as Id<'operation'> })),
    ),
    store.getMany(
      'adjustment',
      adjustmentIds.map((adjustmentId) => ({ adjustmentId })),
    ),
  ]);
  const lineOf = new Map(lines.filter((line) => line !== undefined).map((line) => [line.subjectId as string, line]));
  const adjustmentOf = new Map(adjustmentIds.map((id, index) => [id as string, adjustments[index]]));
  return statementOf(period, before, entries, 'available', (entry, change) => {
    const subject = subjectOf(entry);
    return accountLine(entry, change, { line: lineOf.get(subject), adjustment: adjustmentOf.get(subject) });
  });
}

function isAdjustment(id: string): id is Id<'adjustment'> {
  return id.startsWith(`${idPrefixes.adjustment}_`);
}

/** Returns the subject of an entry, with which its journal record's id begins. */
function subjectOf({ journalId }: Entry): string {
  return journalId.split(':')[0] ?? '';
}

/**
 * Reads a card's statement, given its last entries. Takes one more round trip, or up to six for a period that is far
 * back. Throws AppError ValidationFailed for more than a thousand entries.
 */
export async function readCardStatement(
  store: Store,
  card: Card,
  period: Period,
  recent: readonly Entry[],
): Promise<Statement> {
  const { before, entries } = await entriesOf(store, card.cardId, period, recent);
  const known = await cardLinesOf(store, card, entries);
  return statementOf(period, before, entries, 'balance', (entry, change) => cardLine(card, entry, change, known));
}

type Found = { readonly before: Entry | undefined; readonly entries: readonly Entry[] };

/** Returns the entries of a period, and the entry before them. */
async function entriesOf(
  store: Store,
  ownerId: LedgerOwner,
  { fromMs, toMs }: Period,
  recent: readonly Entry[],
): Promise<Found> {
  const [oldest, newest] = [recent[0], recent.at(-1)];
  if (!oldest || !newest) return { before: undefined, entries: [] };
  const account = { ownerId, sequence: newest.sequence };
  const isRecent = oldest.sequence === 1 || oldest.atMs < fromMs;
  const placeIn = (atMs: number): number => {
    const index = recent.findIndex((entry) => entry.atMs >= atMs);
    return index === -1 ? newest.sequence + 1 : oldest.sequence + index;
  };
  const [first, end] = isRecent
    ? [placeIn(fromMs), placeIn(toMs)]
    : await Promise.all([firstEntryAt(store, account, fromMs), firstEntryAt(store, account, toMs)]);
  if (end - first > statementLinesMax)
    refuse(`makes ${end - first} lines; a statement has at most ${statementLinesMax}, so choose a shorter period`);
  const found = isRecent ? recent : await entriesBetween(store, ownerId, Math.max(1, first - 1), end);
  return {
    before: found.find(({ sequence }) => sequence === first - 1),
    entries: found.filter(({ sequence }) => sequence >= first && sequence < end),
  };
}

async function entriesBetween(store: Store, ownerId: LedgerOwner, from: number, end: number): Promise<Entry[]> {
  const found: Entry[] = [];
  while (from + found.length < end) {
    const next = from + found.length;
    const more = await store.listEntries(ownerId, { from: next, limit: end - next });
    if (more.length === 0) throw new Error(`${ownerId} lacks entry ${next}`);
    found.push(...more);
  }
  return found;
}

/** Returns the balance of an account as the site shows it: a wallet's is less its debt. */
function balanceIn(amounts: Readonly<Record<string, Cents>>, bucket: 'available' | 'balance'): Cents {
  return minus(amounts[bucket] ?? zero, amounts['debt'] ?? zero);
}

function statementOf(
  period: Period,
  before: Entry | undefined,
  entries: readonly Entry[],
  bucket: 'available' | 'balance',
  words: (entry: Entry, change: Cents) => LineWords,
): Statement {
  const openingCents = before ? balanceIn(before.after, bucket) : zero;
  const last = entries.at(-1);
  const changes = entries.map((entry) => ({ entry, change: balanceIn(entry.deltas, bucket) }));
  return {
    period,
    openingCents,
    closingCents: last ? balanceIn(last.after, bucket) : openingCents,
    lines: changes
      // A hold and its end are two entries; one of them may leave the balance as it is.
      .filter(({ change }) => change !== 0)
      .map(({ entry, change }) => ({
        number: entry.sequence,
        at: new Date(entry.atMs).toISOString(),
        ...words(entry, change),
        amount: change,
        balance: balanceIn(entry.after, bucket),
      })),
  };
}

/** Returns the sum of the amounts for which `isCounted` returns true. */
export function totalOf(lines: Statement['lines'], isCounted: (amount: number) => boolean): Cents {
  return sum(...lines.map(({ amount }) => amount as Cents).filter((amount) => isCounted(amount)));
}
