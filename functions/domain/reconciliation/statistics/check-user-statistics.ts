import type { Services } from '#functions/ports/services.ts';
import type { Entry } from '#functions/ports/entities/books.ts';
import type { Checkpoint } from '#functions/ports/entities/checkpoints.ts';
import type { Statistics } from '#functions/ports/entities/statistics.ts';
import { addStatistics, noStatistics } from '#functions/domain/statistics/add-statistics.ts';
import {
  contributionOfRecord,
  contributionOfReward,
  type Contribution,
} from '#functions/domain/statistics/contribution.ts';
import { streamForgetsMs } from '#functions/domain/statistics/stream-forgets.ts';
import { person, type Break } from '#functions/domain/reconciliation/break.ts';
import type { Books } from '#functions/domain/reconciliation/books/read-books.ts';

/** Time within which a record may not have been counted yet, in milliseconds. */
const countedWithinMs = 15 * 60_000;

/**
 * Separates the records that must be in the statistics (those with a mark, and those older than the stream's memory)
 * from those that are late.
 */
export async function countedOf(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  contributions: readonly Contribution[],
): Promise<{ readonly counted: readonly Contribution[]; readonly late: readonly Contribution[] }> {
  const nowMs = clock.now();
  const news = contributions.filter(({ atMs }) => atMs > nowMs - streamForgetsMs);
  const marks = await store.getMany(
    'countedRecord',
    news.map(({ recordId }) => ({ recordId })),
  );
  const marked = new Set(news.filter((_, index) => marks[index] !== undefined).map(({ recordId }) => recordId));
  const isNew = ({ atMs }: Contribution): boolean => atMs > nowMs - streamForgetsMs;
  return {
    counted: contributions.filter((each) => !isNew(each) || marked.has(each.recordId)),
    late: news.filter(({ recordId, atMs }) => !marked.has(recordId) && atMs < nowMs - countedWithinMs),
  };
}

/** Checks that a person's statistics are the sum of their records and rewards. */
export async function checkUserStatistics(
  needs: Pick<Services, 'store' | 'clock'>,
  books: Pick<Books, 'user' | 'base' | 'statistics' | 'records' | 'entries' | 'rewards'>,
): Promise<readonly Break[]> {
  const { userId } = books.user;
  const { counted } = await countedOf(needs, contributionsOf(books, books.entries.get(userId) ?? []));
  const expected = addContributions(books.base?.statistics, counted);
  const is = { ...noStatistics, referrals: 0, ...books.statistics };
  const names = Object.keys(expected) as (keyof typeof expected)[];
  const wrong = names.filter((name) => is[name] !== expected[name]);
  if (wrong.length === 0) return [];
  return [
    {
      part: 'internal',
      class: 'AGG',
      subject: userId,
      ownerId: userId,
      cents: centsOf(is) - centsOf(expected),
      atMs: books.statistics?.updatedAtMs ?? needs.clock.now(),
      evidence: Object.fromEntries(wrong.map((name) => [name, `${is[name]}, should be ${expected[name]}`])),
      proposal: person('run the job rebuild-aggregates'),
    },
  ];
}

/** Returns the contributions of a person's records and rewards, without those that a checkpoint sums up. */
export function contributionsOf(
  { user: { userId }, base, records, rewards }: Pick<Books, 'user' | 'base' | 'records' | 'rewards'>,
  entries: readonly Entry[],
): readonly Contribution[] {
  const own = entries.flatMap(({ journalId }) => records.get(journalId) ?? []);
  const promised = rewards.filter(({ createdAtMs }) => base === undefined || createdAtMs >= base.untilMs);
  return [...own.flatMap(contributed), ...promised.map(contributionOfReward)].filter(
    (each) => each?.userId === userId,
  ) as Contribution[];
}

/** Adds contributions to a person's sums. */
export function addContributions(
  sums: Checkpoint['statistics'] = { ...noStatistics, referrals: 0 },
  contributions: readonly Contribution[],
): Checkpoint['statistics'] {
  return {
    ...addStatistics(sums, ...contributions.map(({ statistics }) => statistics)),
    referrals: contributions.reduce((total, { referrals }) => total + referrals, sums.referrals),
  };
}

/** Returns the contribution of a record; nothing for a malformed record, which is reported elsewhere. */
export function contributed(record: Parameters<typeof contributionOfRecord>[0]): readonly Contribution[] {
  try {
    const contribution = contributionOfRecord(record);
    return contribution ? [contribution] : [];
  } catch {
    return [];
  }
}

/** Returns the sum of all money in statistics, in cents. */
export function centsOf({ fundedCents, cardFeeCents, loadFeeCents }: Statistics): number {
  return fundedCents + cardFeeCents + loadFeeCents;
}
