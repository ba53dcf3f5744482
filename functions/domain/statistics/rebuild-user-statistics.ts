import type { Id } from '#shared/ids.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update, WriteConflict } from '#functions/ports/store.ts';
import { hourMs } from '#functions/domain/durations.ts';
import { isIntactCheckpoint } from '#functions/domain/reconciliation/books/check-checkpoint.ts';
import { addContributions } from '#functions/domain/reconciliation/statistics/check-user-statistics.ts';
import { noStatistics } from './add-statistics.ts';
import { contributionOfRecord, contributionOfReward, type Contribution } from './contribution.ts';
import { refreshLeaders } from './refresh-leaders.ts';
import { streamForgetsMs } from './stream-forgets.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log'>;

const pageSize = 100;

/** Minimum age of the last change of a person's statistics, in milliseconds: the lists that are read may lag behind. */
const quietAfterMs = hourMs;

/**
 * Counts one person's statistics again from the account's entries and the rewards for people they referred, and
 * replaces wrong ones at the version that was read before. Returns true when they were replaced. Unless `isWhole`, the
 * part before the person's checkpoint is taken from the checkpoint, which reconciliation compares with the whole
 * history once in four weeks.
 */
export async function rebuildUserStatistics(
  needs: Needs,
  userId: Id<'user'>,
  { isWhole = true }: { readonly isWhole?: boolean } = {},
): Promise<boolean> {
  const { store, clock, log } = needs;
  const nowMs = clock.now();
  // Read first: every later count changes their version.
  const statistics = await store.get('userFigures', { userId });
  if (statistics && statistics.updatedAtMs > nowMs - quietAfterMs) return false;
  const stored = isWhole ? undefined : await store.get('checkpoint', { userId });
  const base = stored && isIntactCheckpoint(store, stored) ? stored : undefined;
  const contributions = await countedOf(needs, [
    ...(await fromEntries(needs, userId, (base?.accounts[userId]?.sequence ?? 0) + 1)),
    ...(await fromRewards(needs, userId, base?.untilMs)),
  ]);
  const expected = addContributions(base?.statistics, contributions);
  const counted = { ...noStatistics, referrals: 0, ...statistics };
  if ((Object.keys(expected) as (keyof typeof expected)[]).every((name) => expected[name] === counted[name])) {
    return false;
  }
  log.error('figures drifted', { userId, ...expected, counted: JSON.stringify(counted) });
  try {
    await store.commit([
      statistics
        ? update('userFigures', statistics, { ...expected, updatedAtMs: nowMs })
        : insert('userFigures', { userId, ...expected, updatedAtMs: nowMs, version: 1 }),
    ]);
  } catch (thrown) {
    if (thrown instanceof WriteConflict) return false;
    throw thrown;
  }
  await refreshLeaders(needs, [userId]);
  return true;
}

async function fromEntries({ store }: Needs, userId: Id<'user'>, first: number): Promise<readonly Contribution[]> {
  const contributions: Contribution[] = [];
  for (let from = first; ;) {
    const entries = await store.listEntries(userId, { from, limit: pageSize });
    const records = await store.getMany(
      'journal',
      entries.map(({ journalId }) => ({ journalId })),
    );
    for (const record of records) {
      const contribution = record && contributionOfRecord(record);
      if (contribution?.userId === userId) contributions.push(contribution);
    }
    const last = entries.at(-1);
    if (last === undefined) return contributions;
    from = last.sequence + 1;
  }
}

async function fromRewards({ store }: Needs, userId: Id<'user'>, fromMs = 0): Promise<readonly Contribution[]> {
  const contributions: Contribution[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.listRewards(userId, { limit: pageSize, cursor, fromMs });
    const promised = page.items.filter(({ createdAtMs }) => createdAtMs >= fromMs);
    contributions.push(...promised.map(contributionOfReward).filter((each) => each !== undefined));
    cursor = page.cursor;
  } while (cursor !== undefined);
  return contributions;
}

/**
 * Keeps the contributions that must be in the statistics. A new one, which the stream may still bring, counts only with
 * its mark.
 */
async function countedOf({ store, clock }: Needs, all: readonly Contribution[]): Promise<readonly Contribution[]> {
  const isNew = ({ atMs }: Contribution): boolean => atMs > clock.now() - streamForgetsMs;
  const news = all.filter(isNew);
  const marks = await store.getMany(
    'countedRecord',
    news.map(({ recordId }) => ({ recordId })),
  );
  return [...all.filter((each) => !isNew(each)), ...news.filter((_, index) => marks[index] !== undefined)];
}
