import type { Services } from '#functions/ports/services.ts';
import { statisticsShards } from '#functions/ports/store.ts';
import { totalRow } from '#functions/domain/statistics/count-contributions.ts';
import { isSameSum, sumOf } from '#functions/domain/statistics/platform-sums.ts';
import { call, person, type Break } from './break.ts';
import { brokenStatistics, isSoundRow } from './statistics/broken-statistics.ts';
import { brokenForm } from './broken-form.ts';
import { centsOf } from './statistics/check-user-statistics.ts';

type Needs = Pick<Services, 'store' | 'clock'>;

/** Maximum number of stuck items reported per kind. */
const most = 500;

/** Time overdue after which an item is stuck, in milliseconds. */
const stuckAfterMs = 30 * 60_000;

/** Time past its due time after which an item of an hourly job is stuck, in milliseconds. */
const hourlyStuckAfterMs = 150 * 60_000;

/** Returns breaks for items that are overdue: no job processes them, or it fails each time. */
export async function checkLiveness({ store, clock }: Needs): Promise<readonly Break[]> {
  const nowMs = clock.now();
  const [operations, deposits, rewards, accounts] = await Promise.all([
    store.listDueOperations(nowMs - stuckAfterMs, most),
    store.listDueDeposits(nowMs - stuckAfterMs, most),
    store.listDueRewards(nowMs - hourlyStuckAfterMs, most),
    store.listDueReferralAccounts(nowMs - hourlyStuckAfterMs, most),
  ]);
  const stuck = (found: Omit<Break, 'part' | 'class'>): Break => ({ part: 'liveness', class: 'STUCK', ...found });
  return [
    ...operations.map(({ operationId, userId, kind, state, amountCents, feeCents, dueAtMs = 0 }) =>
      stuck({
        subject: operationId,
        ownerId: userId,
        cents: amountCents + feeCents,
        atMs: dueAtMs,
        evidence: { kind, state },
        proposal: call('driveOperation', operationId),
      }),
    ),
    ...deposits.map(({ depositId, userId, state, amountCents, dueAtMs = 0 }) =>
      stuck({
        subject: depositId,
        ownerId: userId,
        cents: amountCents,
        atMs: dueAtMs,
        evidence: { state },
        proposal: call('applyPayment', depositId),
      }),
    ),
    ...rewards.map(({ refereeId, referrerId, event, stage, amountCents, dueAtMs = 0 }) =>
      stuck({
        subject: `${refereeId}:${event}`,
        ownerId: referrerId,
        cents: amountCents,
        atMs: dueAtMs,
        evidence: { stage },
        proposal: call('settleReward', `${refereeId}:${event}`),
      }),
    ),
    ...accounts.map(({ userId, balanceCents, dueAtMs = 0 }) =>
      stuck({
        subject: `referral:${userId}`,
        ownerId: userId,
        cents: balanceCents,
        atMs: dueAtMs,
        evidence: { what: 'payout' },
        proposal: call('payOut', userId),
      }),
    ),
  ];
}

/** Checks that the total of all days is the sum of the days, in each shard. */
export async function checkTotals({ store, clock }: Needs): Promise<readonly Break[]> {
  const breaks: Break[] = [];
  for (let shard = 0; shard < statisticsShards; shard += 1) {
    // A difference is reported only if it is still there seconds later.
    const all = await store.listPlatformStatistics(shard, { mayLag: true });
    const broken = all.flatMap((row) => brokenStatistics(row, clock.now()) ?? []);
    breaks.push(...broken);
    // A malformed row cannot be added up, and is reported by itself.
    if (broken.length > 0) continue;
    const rows = all.filter(isSoundRow);
    const total = sumOf(rows.filter(({ day }) => day === totalRow));
    const days = sumOf(rows.filter(({ day }) => day !== totalRow));
    if (isSameSum(days, total)) {
      const facts = { ownerId: undefined, atMs: clock.now() };
      for (const row of rows) {
        const found = brokenForm(store, 'platformFigures', `${row.day}#${row.shard}`, row, facts);
        if (found) breaks.push(found);
      }
      continue;
    }
    breaks.push({
      part: 'internal',
      class: 'AGG',
      subject: `${totalRow}#${shard}`,
      ownerId: undefined,
      cents: centsOf(total) - centsOf(days),
      atMs: clock.now(),
      evidence: { total: JSON.stringify(total), days: JSON.stringify(days) },
      proposal: person('run the job rebuild-aggregates'),
    });
  }
  return breaks;
}
