import type { Id } from '#shared/ids.ts';
import type { Leaders } from '#functions/ports/entities/statistics.ts';
import type { Services } from '#functions/ports/services.ts';
import { keptLeaders, ranked } from '#functions/domain/statistics/refresh-leaders.ts';
import { person, type Break } from '#functions/domain/reconciliation/break.ts';
import { brokenForm, isMisplaced } from '#functions/domain/reconciliation/broken-form.ts';

type Needs = Pick<Services, 'store' | 'clock'>;

/** Time after a change within which a person may still be missing in the list, in milliseconds. */
const heardWithinMs = 60_000;

/**
 * Checks the list of top depositors against the statistics. `isReported` returns true for people whose wrong statistics
 * are reported already: errors of the list may merely follow from them.
 */
export async function checkLeaders(
  { store, clock }: Needs,
  isReported: (userId: Id<'user'>) => boolean,
): Promise<readonly Break[]> {
  const nowMs = clock.now();
  const facts = { ownerId: undefined, atMs: nowMs };
  const [leaders, named] = await Promise.all([
    store.get('leaders', { board: 'funded' }),
    store.listMostFunded(keptLeaders),
  ]);
  const form = brokenForm(store, 'leaders', 'funded', leaders, facts);
  // A malformed list cannot be compared.
  if (form) return [form];
  const copies = named
    .filter((each) => isMisplaced(store, 'userFigures', each))
    .flatMap((each) => brokenForm(store, 'userFigures', `copy of ${each.userId}`, each, facts) ?? []);
  const known: Leaders['entries'] = leaders?.entries ?? [];
  const userIds = [...new Set([...known, ...named].map(({ userId }) => userId))];
  const statistics = await store.getMany(
    'userFigures',
    userIds.map((userId) => ({ userId })),
  );
  // Missing or outdated statistics are reported by the check of the statistics.
  if (statistics.includes(undefined)) return copies;
  const isMoving = statistics.some((each) => each !== undefined && each.updatedAtMs > nowMs - heardWithinMs);
  const expected = ranked(statistics);
  const wrong = [...known, ...expected].filter(({ userId }) => !isSame(userId, known, expected));
  if (isMoving || copies.length > 0 || wrong.length === 0 || wrong.some(({ userId }) => isReported(userId)))
    return copies;
  const cents = sumOf(known) - sumOf(expected);
  const evidence = { leaders: words(known), figures: words(expected) };
  const proposal = person(
    'remove the list: the next deposit that is counted makes it again; or run rebuild-aggregates',
  );
  return [
    {
      ...facts,
      part: 'internal',
      class: leaders ? 'AGG' : 'GAP',
      subject: 'leaders:funded',
      cents,
      evidence,
      proposal,
    },
  ];
}

function isSame(userId: Id<'user'>, known: Leaders['entries'], expected: Leaders['entries']): boolean {
  const [at, should] = [known, expected].map((list) => list.findIndex((entry) => entry.userId === userId));
  if (at === undefined || at !== should) return false;
  return known[at]?.fundedCents === expected[at]?.fundedCents;
}

function sumOf(entries: Leaders['entries']): number {
  return entries.reduce((total, { fundedCents }) => total + fundedCents, 0);
}

function words(entries: Leaders['entries']): string {
  return entries.map(({ userId, fundedCents }) => `${userId} ${fundedCents}`).join(', ');
}
