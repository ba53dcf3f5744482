import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import { dayOf } from '../figures/day-of.ts';
import { ownerOf } from '../ledger/chart.ts';
import { appliedByItself } from './apply-proposal.ts';
import { isSound, pagesOf } from './check-day.ts';
import { ReconciliationRun, type ReconciliationNeeds, type ReconciliationReport } from './reconciliation-run.ts';

const dayMs = 24 * 60 * 60_000;

/** A scheduled run does not begin earlier than this after the last one, in milliseconds: locally jobs are started all the time. */
const notBeforeMs = 50 * 60_000;

/** Up to so many accounts a run by hand looks at everybody, and at all days that they moved money on. */
const everybodyMost = 2_000;

/** So many days a run looks at where there are more: whoever moved money since yesterday. */
const daysBack = 2;

/** How a run is asked for. */
export type ReconciliationWish = {
  /** Beyond 0: by hand. */
  readonly aheadMs: number;
  /** Classes whose proposals are applied, beside those that always are. */
  readonly apply?: readonly string[];
};

/**
 * The light reconciliation: whoever moved money in the last two days has books that
 * are sound and agree with both providers, and nothing is stuck. It runs once an hour; a run by hand looks at everybody
 * as long as these are not too many, and that is how anything that was changed by hand is named. What is wrong is looked
 * at twice, so that what is only under way is not told; nothing is ever edited.
 */
export async function reconcile(
  needs: ReconciliationNeeds,
  wish: ReconciliationWish = { aheadMs: 1 },
): Promise<ReconciliationReport> {
  const { store, clock } = needs;
  const isByHand = wish.aheadMs > 0;
  const before = await store.get('reconciliation', { mode: 'light' });
  const run = new ReconciliationRun(needs, new Set([...appliedByItself, ...(wish.apply ?? [])]));
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
  await run.store(before, run.state('light', { phase: 'rest', cursor: undefined }, true));
  return run.report(true);
}

/** Everybody; undefined when these are too many for one run. */
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

/** Whose balance or rewards were changed on some days. A card's own movements are the nightly run's to look at. */
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
