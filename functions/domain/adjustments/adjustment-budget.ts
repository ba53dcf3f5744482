import type { Id } from '#shared/ids.ts';
import { AppError } from '#shared/errors.ts';
import { adjustmentLimits } from '#shared/adjustment-limits.ts';
import { formatCents, minus, sum, zero, type Cents } from '#shared/money.ts';
import type { Adjustment, AdjustmentBudget } from '#functions/ports/entities/adjustments.ts';
import { insert, update, type Store, type Write } from '#functions/ports/store.ts';

type Part = Pick<Adjustment, 'adjustmentId' | 'amountCents'>;

/**
 * The write that counts an adjustment against its admin's limit of 24 hours, proposals and approvals together. The item
 * is the admin's own, so two calls at once cannot both take the rest of the limit. Throws AppError AmountTooLarge.
 */
export function budgetWrite(
  before: AdjustmentBudget | undefined,
  { actorId, adjustment, nowMs }: { readonly actorId: Id<'user'>; readonly adjustment: Part; readonly nowMs: number },
): Write {
  const recent = recentUses(before, nowMs);
  const { adjustmentId, amountCents } = adjustment;
  const left = minus(adjustmentLimits.perAdminMaxCents, sum(...recent.map((use) => use.amountCents)));
  if (amountCents > left || recent.length >= adjustmentLimits.perAdminMax) {
    const rest = left > 0 && recent.length < adjustmentLimits.perAdminMax ? left : zero;
    throw new AppError(
      'AmountTooLarge',
      `An admin proposes and approves at most ${formatCents(adjustmentLimits.perAdminMaxCents)} in 24 hours. You have ${formatCents(rest)} left.`,
      { fields: { amount: `is more than the ${formatCents(rest)} that you have left in these 24 hours` } },
    );
  }
  const uses = [...recent, { adjustmentId, amountCents, atMs: nowMs }];
  return before === undefined
    ? insert('adjustmentBudget', { userId: actorId, uses, version: 1 })
    : update('adjustmentBudget', before, { uses });
}

/**
 * Returns the write that gives a rejected proposal's amount back to its proposer's limit; none once it no longer
 * counts.
 */
export async function budgetReturned(
  store: Pick<Store, 'get'>,
  { proposedBy, adjustmentId }: Pick<Adjustment, 'proposedBy' | 'adjustmentId'>,
  nowMs: number,
): Promise<readonly Write[]> {
  const before = await store.get('adjustmentBudget', { userId: proposedBy });
  if (before?.uses.some((use) => use.adjustmentId === adjustmentId) !== true) return [];
  const uses = recentUses(before, nowMs).filter((use) => use.adjustmentId !== adjustmentId);
  return [update('adjustmentBudget', before, { uses })];
}

function recentUses(budget: AdjustmentBudget | undefined, nowMs: number): AdjustmentBudget['uses'] {
  return budget?.uses.filter(({ atMs }) => atMs > nowMs - adjustmentLimits.windowMs) ?? [];
}

/** Throws AppError AmountTooLarge for an amount above the maximum of a single adjustment. */
export function refuseLargeAdjustment(amountCents: Cents): void {
  if (amountCents <= adjustmentLimits.maxCents) return;
  const most = formatCents(adjustmentLimits.maxCents);
  throw new AppError('AmountTooLarge', `An adjustment is at most ${most}.`, {
    fields: { amount: `is at most ${most}` },
  });
}
