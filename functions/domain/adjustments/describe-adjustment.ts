import type * as z from 'zod/mini';
import type { Adjustment as WireAdjustment } from '#shared/contract/adjustments.ts';
import type { Adjustment } from '#functions/ports/entities/adjustments.ts';
import type { Store } from '#functions/ports/store.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import { accountsOf } from '../admin/addresses-of.ts';

/** Reads the accounts of the people in adjustments: owners, proposers and deciders. */
export async function peopleIn(
  store: Pick<Store, 'getMany'>,
  adjustments: readonly Adjustment[],
): Promise<ReadonlyMap<string, User>> {
  return accountsOf(
    store,
    adjustments.flatMap(({ userId, proposedBy, decidedBy }) => [userId, proposedBy, ...(decidedBy ? [decidedBy] : [])]),
  );
}

/**
 * Describes an adjustment for staff. A waiting one whose time is over shows as expired, even before the job ends it.
 */
export function describeAdjustment(
  adjustment: Adjustment,
  people: ReadonlyMap<string, User>,
  nowMs: number,
): z.input<typeof WireAdjustment> {
  const { adjustmentId, userId, state, proposedBy, decidedBy, decidedAtMs, openUntilMs } = adjustment;
  const user = people.get(userId);
  const iso = (ms: number): string => new Date(ms).toISOString();
  return {
    _id: adjustmentId,
    userId,
    email: user?.email ?? null,
    name: user ? `${user.firstname} ${user.lastname}`.trim() : null,
    direction: adjustment.direction,
    amount: adjustment.amountCents,
    reason: adjustment.reason,
    link: adjustment.link ?? null,
    reverses: adjustment.reverses ?? null,
    reversedBy: adjustment.reversedBy ?? null,
    refusedOf: adjustment.refusedOf ?? null,
    state: state === 'waiting' && openUntilMs <= nowMs ? 'expired' : state,
    proposedBy,
    proposedByEmail: people.get(proposedBy)?.email ?? null,
    createdAt: iso(adjustment.createdAtMs),
    expiresAt: iso(openUntilMs),
    decidedBy: decidedBy ?? null,
    decidedByEmail: (decidedBy && people.get(decidedBy)?.email) ?? null,
    decidedAt: decidedAtMs === undefined ? null : iso(decidedAtMs),
  };
}

/** Describes one adjustment for staff. */
export async function describeOne(
  store: Pick<Store, 'getMany'>,
  adjustment: Adjustment,
  nowMs: number,
): Promise<z.input<typeof WireAdjustment>> {
  return describeAdjustment(adjustment, await peopleIn(store, [adjustment]), nowMs);
}
