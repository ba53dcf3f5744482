import type { Id } from '#shared/ids.ts';
import type { Entry, LedgerOwner } from '#functions/ports/entities/books.ts';
import type { AccountCheckpoint, Checkpoint } from '#functions/ports/entities/checkpoints.ts';
import { lifecycleOf, recordOf } from '#functions/domain/reconciliation/money/check-cards.ts';
import {
  addContributions,
  contributionsOf,
} from '#functions/domain/reconciliation/statistics/check-user-statistics.ts';
import { dayMs } from '#functions/domain/durations.ts';
import type { BelievedOperation } from './believed-operations.ts';
import { checkpointHash, firstCheckpoint, paidOutIn, type CheckpointContent } from './checkpoint.ts';
import { recentFromMs } from './checkpoint-due.ts';
import type { Books } from './read-books.ts';

/**
 * Time after which a checkpoint moves on, in milliseconds: no check reads much more than this time and the recent days.
 */
const movesAfterMs = 7 * dayMs;

/**
 * Returns the checkpoint that follows from books without a finding, whole or since the last checkpoint; undefined while
 * the last checkpoint will do.
 */
export function nextCheckpoint(
  books: Books,
  believed: readonly BelievedOperation[],
  last: Checkpoint | undefined,
  nowMs: number,
): Checkpoint | undefined {
  const { user, base } = books;
  const { version, hash: previousHash, ...held } = last ?? firstCheckpoint(user.userId);
  const latestMs = recentFromMs(nowMs);
  if (base !== undefined && latestMs - base.untilMs < movesAfterMs) return undefined;
  // Undefined while an operation of long ago is open: the checkpoint then stays where it is.
  const point = pointBefore(books, believed, latestMs, held.untilMs);
  if (base !== undefined && (point === undefined || point.records.size === 0)) return undefined;
  const content: CheckpointContent = {
    ...held,
    ...(point && sumsAt(books, believed, point)),
    wholeAtMs: base === undefined ? nowMs : held.wholeAtMs,
    previousHash: last === undefined ? '' : previousHash,
  };
  return { ...content, hash: checkpointHash(content), version: last === undefined ? 1 : version + 1 };
}

/** A moment that no business event reaches across, and the data before it. */
type Point = {
  readonly untilMs: number;
  /** The entries of each account before it, as far as they were read. */
  readonly entries: ReadonlyMap<LedgerOwner, readonly Entry[]>;
  /** The records that these entries name. */
  readonly records: ReadonlySet<string>;
  /** The number of lines of each card before it. */
  readonly lines: ReadonlyMap<Id<'card'>, number>;
};

/**
 * Returns the last point up to `latestMs` that each operation, deposit, reward and card line lies on one side of, with
 * all its records; undefined when there is none after `floorMs`.
 */
function pointBefore(
  books: Books,
  believed: readonly BelievedOperation[],
  latestMs: number,
  floorMs: number,
): Point | undefined {
  let point = pointAt(books, latestMs);
  while (point.untilMs > floorMs) {
    const earlierMs = Math.min(...beginningsAcross(books, believed, point));
    if (earlierMs === Infinity) return point;
    if (earlierMs >= point.untilMs) return undefined;
    point = pointAt(books, earlierMs);
  }
  return undefined;
}

function pointAt(books: Books, untilMs: number): Point {
  const entries = new Map(
    [...books.entries].map(([ownerId, list]) => {
      const first = list.findIndex(({ atMs }) => atMs >= untilMs);
      return [ownerId, first < 0 ? list : list.slice(0, first)];
    }),
  );
  const records = new Set([...entries.values()].flat().map(({ journalId }) => journalId));
  const lines = new Map(
    [...books.lines].map(([cardId, list]) => {
      const first = list.findIndex((line) => {
        const record = recordOf(line);
        return record === undefined ? line.atMs >= untilMs : !records.has(record);
      });
      return [cardId, (books.base?.lines[cardId] ?? 0) + (first < 0 ? list.length : first)];
    }),
  );
  return { untilMs, entries, records, lines };
}

/** Yields the start times of the events that reach across a point. */
function* beginningsAcross(books: Books, believed: readonly BelievedOperation[], point: Point): Generator<number> {
  const { untilMs, records, lines } = point;
  const groups = new Map<string, { firstMs: number; isBefore: boolean; isAfter: boolean }>();
  const add = (name: string, atMs: number, isBefore: boolean): void => {
    const { firstMs = Infinity, ...sides } = groups.get(name) ?? { isBefore: false, isAfter: false };
    const [isSomeBefore, isSomeAfter] = [sides.isBefore || isBefore, sides.isAfter || !isBefore];
    groups.set(name, { firstMs: Math.min(firstMs, atMs), isBefore: isSomeBefore, isAfter: isSomeAfter });
  };
  for (const { journalId, atMs } of [...books.entries.values()].flat())
    add(groupOf(books, journalId), atMs, records.has(journalId));
  for (const { subjectId, createdAtMs } of books.activity.values())
    if (groups.has(subjectId)) add(subjectId, createdAtMs, createdAtMs < untilMs);
  for (const { isBefore, isAfter, firstMs } of groups.values()) if (isBefore && isAfter) yield firstMs;
  for (const { operation, end } of believed)
    if (end === 'open' && operation.createdAtMs < untilMs) yield operation.createdAtMs;
  for (const [cardId, list] of books.lines) {
    for (const line of list) {
      const record = recordOf(line);
      if (record !== undefined && line.number > (lines.get(cardId) ?? 0) && records.has(record))
        yield books.records.get(record)?.atMs ?? 0;
    }
  }
}

/**
 * Returns the name of a record's group. All records of a group, and their line, must lie on the same side of a point.
 */
function groupOf({ records }: Books, journalId: string): string {
  const cause = records.get(journalId)?.cause ?? '';
  const [subject = '', event = ''] = journalId.split(':');
  if (subject.startsWith('usr_')) return `${subject}:${event}`;
  if (/^(?:op|dep)_/.test(cause)) return cause;
  return subject.startsWith('crd_') ? journalId.replace(/(?::emptied|:unclaimed)+$/, '') : subject;
}

function sumsAt(books: Books, believed: readonly BelievedOperation[], point: Point): Partial<CheckpointContent> {
  const { user, base, cards, rewards } = books;
  const { untilMs } = point;
  const accounts: Partial<Record<LedgerOwner, AccountCheckpoint>> = { ...base?.accounts };
  for (const [ownerId, list] of point.entries) {
    const last = list.at(-1);
    if (last) accounts[ownerId] = { sequence: last.sequence, hash: last.hash, after: last.after };
  }
  const ended = cards.filter((card) => {
    const { cardId, sequence, transactionCount } = card;
    const isEnded = ['deleted', 'failed'].includes(lifecycleOf(card, believed));
    const own = believed.filter(({ operation }) => operation.cardId === cardId);
    const isAllBefore = own.every(({ operation }) => operation.createdAtMs < untilMs);
    const isLast = sequence === (accounts[cardId]?.sequence ?? 0) && transactionCount === point.lines.get(cardId);
    return isEnded && isAllBefore && isLast;
  });
  const before = (base?.endedCards ?? []).filter((cardId) => !cards.some((card) => card.cardId === cardId));
  const promised = rewards.filter(({ createdAtMs }) => createdAtMs < untilMs);
  const counted = contributionsOf({ ...books, rewards: promised }, point.entries.get(user.userId) ?? []);
  return {
    untilMs,
    accounts,
    lines: { ...base?.lines, ...Object.fromEntries([...point.lines].filter(([, lines]) => lines > 0)) },
    endedCards: [...before, ...ended.map(({ cardId }) => cardId)],
    statistics: addContributions(base?.statistics, counted),
    paidOutCents: (base?.paidOutCents ?? 0) + paidOutIn(point.entries.get(`referral:${user.userId}`) ?? []),
  };
}
