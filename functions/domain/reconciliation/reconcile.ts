import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import { dayOf } from '#functions/domain/statistics/day-of.ts';
import { ownerOf } from '../ledger/chart.ts';
import { appliedByItself } from './apply-proposal.ts';
import { isSound, pagesOf } from './check-day.ts';
import { ReconciliationRun, type ReconciliationNeeds, type ReconciliationReport } from './reconciliation-run.ts';

const dayMs = 24 * 60 * 60_000;

/** Minimum time between two scheduled runs, in milliseconds: a local stack starts jobs every few seconds. */
const notBeforeMs = 50 * 60_000;

/** Maximum number of accounts for which a run by hand checks everybody, on all days on which they moved money. */
const everybodyMost = 2_000;

/** Number of past days that every other run checks, today included. */
const daysBack = 2;

/** The options of a run. */
export type ReconciliationWish = {
  /** Above 0 for a run by hand. */
  readonly aheadMs: number;
  /** Further classes whose proposals are applied. */
  readonly apply?: readonly string[];
};

/**
 * The light reconciliation. It checks that everybody who moved money in the last two days has sound books that agree
 * with both providers, and that nothing is stuck. It runs once an hour. A run by hand checks everybody, if these are
 * not too many, and so finds any edit. A suspected break is checked twice, so that work in flight is not reported.
 * Nothing is ever edited.
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
  await run.checkRuns();
  const nowMs = clock.now();
  const recent = Array.from({ length: daysBack }, (_, back) => dayOf(nowMs - back * dayMs));
  const everybody = isByHand ? await listEverybody(needs) : undefined;
  if (everybody) await run.checkListed(everybody);
  else await run.checkPeople(await listTouched(needs, recent));
  const days = everybody === undefined ? recent : [...new Set([...run.days, ...recent])].toSorted();
  for (const day of days) await run.checkDay(day);
  await run.checkRest({ withTotals: everybody !== undefined });
  await run.closeGone({ isWhole: everybody !== undefined });
  await run.store(before, run.state('light', { phase: 'rest', cursor: undefined }, true));
  return run.report(true);
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

/** Lists the people whose balance or rewards changed on some days. The nightly run checks changes of cards alone. */
async function listTouched(needs: ReconciliationNeeds, days: readonly string[]): Promise<readonly Id<'user'>[]> {
  const touched = new Set<Id<'user'>>();
  for (const day of days) {
    for await (const page of pagesOf(needs, day)) {
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
