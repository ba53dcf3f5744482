import type { Id } from '#shared/ids.ts';
import type { ActivityLine } from '#functions/ports/entities/books.ts';
import type { Services } from '#functions/ports/services.ts';
import type { AuditNeeds } from '#functions/domain/admin/audit-write.ts';
import { person } from '#functions/domain/reconciliation/break.ts';
import { holdReferral } from '#functions/domain/referrals/hold-referral.ts';
import { sightBreak } from '#functions/domain/tickets/sight-break.ts';
import { dayMs } from '#functions/domain/durations.ts';
import { reachedStep } from './count-network.ts';
import { openTicketsOf } from './judge-referral-signals.ts';
import { thresholds } from './thresholds.ts';

/** Period in which loads and withdrawals are compared, in milliseconds. */
const lookBackMs = 7 * dayMs;

/** Maximum number of activity lines that are read. */
const linesMost = 100;

type Line = Pick<ActivityLine, 'kind' | 'status' | 'paidCents' | 'feeCents' | 'createdAtMs'>;

/**
 * Returns the number of withdrawals of the last seven days that are a signal; 0 when they are none. They are one when
 * they brought most of the loaded money back. A new card's first deposit counts as a load.
 */
export function cyclingOf(lines: readonly Line[], nowMs: number): number {
  const done = lines.filter(({ status, createdAtMs }) => status === 'completed' && createdAtMs > nowMs - lookBackMs);
  const sumOf = (kinds: readonly Line['kind'][]): number =>
    done
      .filter(({ kind }) => kinds.includes(kind))
      .reduce((sum, { paidCents, feeCents }) => sum + paidCents - feeCents, 0);
  const withdrawals = done.filter(({ kind }) => kind === 'card_withdrawal').length;
  const loaded = sumOf(['card_load', 'card_creation']);
  const isBack = sumOf(['card_withdrawal']) * 100 >= loaded * thresholds.cycleReturnedPercent;
  return isBack ? reachedStep(withdrawals, thresholds.cycleWithdrawals) : 0;
}

/**
 * Checks a person who has just withdrawn from a card. Repeated loads and withdrawals without spending open a ticket and
 * hold the referral of that person. Money still moves.
 */
export async function findCycling(needs: AuditNeeds & Pick<Services, 'store'>, userId: Id<'user'>): Promise<void> {
  const { store, clock } = needs;
  const { items } = await store.listActivity(userId, { limit: linesMost, cursor: undefined });
  const withdrawals = cyclingOf(items, clock.now());
  if (withdrawals === 0) return;
  await sightBreak(
    needs,
    {
      part: 'signals',
      class: 'CYCLING',
      subject: userId,
      ownerId: userId,
      cents: 0,
      atMs: clock.now(),
      evidence: { withdrawals, days: 7 },
      proposal: person('look at the operations in the user’s file: where the money came from, and what for'),
    },
    'person',
  );
  if (await holdReferral(needs, userId, ['cycling'])) await openTicketsOf(needs, [userId]);
}
