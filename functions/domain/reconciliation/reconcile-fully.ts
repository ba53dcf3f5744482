import type { Reconciliation } from '#functions/ports/entities/reconciliation.ts';
import { statisticsShards } from '#functions/ports/store.ts';
import { totalRow } from '#functions/domain/statistics/count-contributions.ts';
import { dayOf } from '#functions/domain/statistics/day-of.ts';
import { dayMs } from '#functions/domain/durations.ts';
import { appliedByItself, type ReconciliationNeeds } from './apply-proposal.ts';
import type { ReconciliationWish } from './reconcile.ts';
import { ReconciliationRun, type ReconciliationReport } from './reconciliation-run.ts';

/** Hour of the day (UTC) after which the nightly run begins, once. */
const nightHour = 2;

/**
 * Time after which an invocation stores its place for the next one, in milliseconds. The function's timeout is 15
 * minutes.
 */
export const budgetMs = 12 * 60_000;

/** Number of people checked before the run stores its place and checks the clock. */
const peopleAtATime = 200;

/**
 * The nightly reconciliation: everybody, and the days of the journal: the recent ones each night, an older one once in
 * four weeks. It takes as many invocations as it needs; each continues at the stored place, so one that dies costs a
 * page of people. It reads by keys and pages only. A run by hand checks every day, and also stops at its budget. It goes
 * on with a run by hand only: a scheduled one may have checked people before the table was restored.
 */
export async function reconcileFully(
  needs: ReconciliationNeeds,
  wish: ReconciliationWish = { aheadMs: 1 },
): Promise<ReconciliationReport> {
  const { store, clock } = needs;
  const untilMs = clock.now() + budgetMs;
  let stored = await store.get('reconciliation', { mode: 'full' });
  const isWished = wish.aheadMs > 0;
  const before = stored?.endedAtMs === undefined && (stored?.isByHand || !isWished) ? stored : undefined;
  const isByHand = isWished || before?.isByHand === true;
  const applied = new Set([...appliedByItself, ...(wish.apply ?? [])]);
  const run = new ReconciliationRun(needs, applied, { mode: 'full', isByHand }, before);
  if (before === undefined && !isByHand && !isDue(stored, clock.now())) return run.report(true);
  await run.checkRuns();

  let { phase, cursor } = before?.progress ?? { phase: 'people', cursor: undefined };
  const save = async (isEnded: boolean): Promise<boolean> => {
    const state = run.state('full', { phase, cursor }, isEnded);
    if (!(await run.store(stored, state))) return false;
    stored = { ...state, version: (stored?.version ?? 0) + 1 };
    return true;
  };
  while (phase === 'people') {
    const page = await store.listUsers({ limit: peopleAtATime, cursor });
    await run.checkListed(page.items);
    cursor = page.cursor;
    if (cursor === undefined) phase = 'days';
    if (!(await save(false)) || clock.now() > untilMs) return run.report(false);
  }
  if (phase === 'days') {
    // The first known day, or the day at which the last invocation stopped.
    let day = cursor ?? (await firstDay(needs, run.days));
    while (day <= dayOf(clock.now())) {
      if (run.isDayDue(day)) await run.checkDay(day);
      day = dayOf(Date.parse(day) + dayMs);
      cursor = day;
      if (clock.now() <= untilMs) continue;
      await save(false);
      return run.report(false);
    }
    phase = 'rest';
    cursor = undefined;
    // The rest asks silent providers for minutes: a run that dies there must not check the days again each time.
    if (!(await save(false))) return run.report(false);
  }
  await run.checkRest({ withTotals: true });
  await run.closeGone({ isWhole: true });
  await save(true);
  return run.report(true);
}

/** True when tonight's run has not begun yet. */
function isDue(last: Reconciliation | undefined, nowMs: number): boolean {
  const tonightMs = Date.parse(dayOf(nowMs)) + nightHour * 60 * 60_000;
  return nowMs >= tonightMs && (last === undefined || last.startedAtMs < tonightMs);
}

/** Returns the first day of which entries or statistics are known. */
async function firstDay({ store, clock }: ReconciliationNeeds, seen: readonly string[]): Promise<string> {
  const days = [...seen, dayOf(clock.now())];
  for (let shard = 0; shard < statisticsShards; shard += 1) {
    for (const { day } of await store.listPlatformStatistics(shard)) if (day !== totalRow) days.push(day);
  }
  return days.toSorted()[0] ?? dayOf(clock.now());
}
