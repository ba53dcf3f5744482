import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Reconciliation } from '#functions/ports/entities/reconciliation.ts';
import { dayOf } from '#functions/domain/statistics/day-of.ts';
import { dayMs } from '#functions/domain/durations.ts';
import { ownerOf } from '../ledger/chart.ts';
import { appliedByItself, type ReconciliationNeeds } from './apply-proposal.ts';
import { isSound, pagesOf } from './check-day.ts';
import { peopleAtOnce, ReconciliationRun, type ReconciliationReport } from './reconciliation-run.ts';

/** Minimum time between two scheduled runs, in milliseconds: a local stack starts jobs every few seconds. */
const notBeforeMs = 50 * 60_000;

/** Maximum number of accounts for which a run by hand checks everybody, on all days on which they moved money. */
const everybodyMost = 2_000;

/**
 * Number of recent days, today included: checked by a run by hand that cannot check everybody, and the most that a
 * scheduled run makes up for.
 */
const daysBack = 2;

/**
 * Overlap with the run before, in milliseconds: records written at its start may not have been in the lists yet, and
 * records that must be counted within 15 minutes were too young.
 */
const overlapMs = 20 * 60_000;

/**
 * Time after which a scheduled run begins to check no further people, in milliseconds: the function has 15 minutes, and
 * a run that dies leaves the next one more people, and so more to die of.
 */
export const peopleForMs = 7 * 60_000;

/** Number of people who are checked together, those with a suspected break twice. */
const stretch = 4 * peopleAtOnce;

/** The options of a run. */
export type ReconciliationWish = {
  /** 0 for a scheduled run. Any other number means that the run was started by hand. */
  readonly aheadMs: number;
  /** Further classes whose proposals are applied. */
  readonly apply?: readonly string[];
};

/**
 * The light reconciliation, which runs once an hour. It checks that everybody who moved money since the last run has
 * sound books that agree with both providers, that each record since then has its entries, and that nothing is stuck.
 * Open findings are checked again, too. A run by hand checks everybody, if there are not too many, and so finds any
 * edit. A suspected break is checked twice, so that work in flight is not reported. Nothing is ever edited.
 */
export async function reconcile(
  needs: ReconciliationNeeds,
  wish: ReconciliationWish = { aheadMs: 1 },
): Promise<ReconciliationReport> {
  const { store, clock } = needs;
  const isByHand = wish.aheadMs > 0;
  const before = await store.get('reconciliation', { mode: 'light' });
  const applied = new Set([...appliedByItself, ...(wish.apply ?? [])]);
  const run = new ReconciliationRun(needs, applied, { mode: 'light', isByHand });
  if (!isByHand && before && before.startedAtMs > clock.now() - notBeforeMs) return run.report(true);
  const untilMs = isByHand ? Infinity : clock.now() + peopleForMs;
  await run.checkRuns();
  const everybody = isByHand ? await listEverybody(needs) : undefined;
  if (everybody) await checkEverybody(needs, run, everybody);
  else if (isByHand || run.isDayOpen) await checkRecentDays(needs, run, untilMs);
  else await checkNews(needs, run, newsFromMs(needs, before), untilMs);
  await run.checkRest({ withTotals: everybody !== undefined });
  await run.closeGone({ isWhole: everybody !== undefined });
  await run.store(before, run.state('light', { phase: 'rest', cursor: undefined }, true));
  return run.report(true);
}

async function checkEverybody(
  needs: ReconciliationNeeds,
  run: ReconciliationRun,
  everybody: readonly User[],
): Promise<void> {
  await run.checkListed(everybody);
  const days = [...new Set([...run.days, ...daysSince(needs, recentFromMs(needs))])].toSorted();
  for (const day of days) await run.checkDay(day);
}

/** Checks whole days, and everybody who moved money on them. */
async function checkRecentDays(needs: ReconciliationNeeds, run: ReconciliationRun, untilMs: number): Promise<void> {
  const fromMs = recentFromMs(needs);
  await checkTouched(needs, run, fromMs, untilMs);
  for (const day of daysSince(needs, fromMs)) await run.checkDay(day);
}

/** Checks what was written since a moment, and everybody who moved money since then. */
async function checkNews(
  needs: ReconciliationNeeds,
  run: ReconciliationRun,
  fromMs: number,
  untilMs: number,
): Promise<void> {
  run.beginNews(fromMs);
  await checkTouched(needs, run, fromMs, untilMs);
  for (const day of daysSince(needs, fromMs)) await run.checkNews(day);
}

/** Checks the people whose money moved since a moment, until a time; the nightly run checks those who are left. */
async function checkTouched(
  needs: ReconciliationNeeds,
  run: ReconciliationRun,
  fromMs: number,
  untilMs: number,
): Promise<void> {
  const touched = await listTouched(needs, run, fromMs);
  let checked = 0;
  const isOver = (): boolean => needs.clock.now() >= untilMs;
  for (let first = 0; first < touched.length && !isOver(); first += stretch)
    checked += await run.checkPeople(touched.slice(first, first + stretch), isOver);
  const left = touched.length - checked;
  if (left > 0) needs.log.warn('people left to the nightly reconciliation', { left, people: touched.length });
}

/** Returns the time from which on a scheduled run checks: shortly before the last run, or the start of yesterday. */
function newsFromMs(needs: ReconciliationNeeds, before: Reconciliation | undefined): number {
  const { store } = needs;
  // An edited state is not believed, and is reported by the run.
  const isSound = before && Object.keys(store.integrityErrorsOf('reconciliation', before)).length === 0;
  return Math.max(recentFromMs(needs), isSound ? before.startedAtMs - overlapMs : 0);
}

function recentFromMs({ clock }: ReconciliationNeeds): number {
  return Date.parse(dayOf(clock.now() - (daysBack - 1) * dayMs));
}

/** The days from a moment until today. */
function daysSince({ clock }: ReconciliationNeeds, fromMs: number): readonly string[] {
  const today = Date.parse(dayOf(clock.now()));
  const first = Date.parse(dayOf(fromMs));
  return Array.from({ length: (today - first) / dayMs + 1 }, (_, after) => dayOf(first + after * dayMs));
}

/** Lists everybody; undefined when these are too many for one run. */
async function listEverybody({ store }: ReconciliationNeeds): Promise<readonly User[] | undefined> {
  const users: User[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.listUsers({ limit: 200, cursor });
    users.push(...page.items);
    if (users.length > everybodyMost) return undefined;
    cursor = page.cursor;
  } while (cursor !== undefined);
  return users;
}

/**
 * Lists the people whose balance or rewards changed since a moment, and those with an open finding. A change that
 * concerns cards alone is left to the nightly run.
 */
async function listTouched(
  needs: ReconciliationNeeds,
  run: ReconciliationRun,
  fromMs: number,
): Promise<readonly Id<'user'>[]> {
  const touched = new Set(run.openOwners);
  for (const day of daysSince(needs, fromMs)) {
    for await (const page of pagesOf(needs, day, fromMs)) {
      for (const { account } of page.filter(isSound).flatMap(({ legs }) => legs)) {
        const [kind, userId] = account.split(':');
        if (kind !== 'U' || userId === undefined) continue;
        const owner = ownerOf(account);
        if (owner.of === 'wallet' || owner.of === 'referral') touched.add(owner.userId);
      }
    }
  }
  return [...touched];
}
