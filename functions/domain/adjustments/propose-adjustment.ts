import type { Id } from '#shared/ids.ts';
import { AppError } from '#shared/errors.ts';
import { adjustmentLimits } from '#shared/adjustment-limits.ts';
import type { Adjustment } from '#functions/ports/entities/adjustments.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, unchanged, update, WriteConflict, type Store, type Write } from '#functions/ports/store.ts';
import type { AuditNeeds } from '../admin/audit-write.ts';
import { decidingAdmin } from '../admin/deciding-admin.ts';
import { claimWrites, type NewClaim } from '../idempotency/claim.ts';
import { lateMoney } from '#functions/domain/closing/late-money.ts';
import { refuseDebit } from '../ledger/refusals.ts';
import { withRetries } from '../with-retries.ts';
import { adjustmentAudit } from './adjustment-audit.ts';
import { budgetWrite, refuseLargeAdjustment } from './adjustment-budget.ts';
import { refusedOf, sentBackOf } from './refused-money.ts';

type Needs = AuditNeeds & Pick<Services, 'store'>;

/**
 * An admin's proposal to correct a balance. A `link` with the id of an approved adjustment makes it the reversal of
 * that adjustment; one of the form `dep_…:refused` makes it refused money of that deposit that was sent back by hand.
 */
export type AdjustmentProposal = Pick<Adjustment, 'userId' | 'direction' | 'amountCents' | 'reason' | 'link'> & {
  readonly actorId: Id<'user'>;
  readonly claim?: NewClaim | undefined;
};

/**
 * Stores a proposal to correct a balance, with its audit record, and counts it against the admin's limit. Nothing moves
 * before another admin approves it. Throws AppError Forbidden (no admin, or an own account), NotFound, Conflict (an
 * erased account, unless late money was sent back from it, or an adjustment that cannot be reversed or has a waiting reversal), AmountTooLarge,
 * InsufficientFunds, ValidationFailed (a reversal that differs from the adjustment it undoes).
 */
export async function proposeAdjustment(needs: Needs, proposal: AdjustmentProposal): Promise<Adjustment> {
  const { store, clock, random } = needs;
  const { actorId, userId, direction, amountCents, reason, link, claim } = proposal;
  return withRetries(needs, async () => {
    refuseLargeAdjustment(amountCents);
    const [, [user, wallet, budget], reversed] = await Promise.all([
      decidingAdmin(store, { actorId, ownerId: userId }),
      store.getThree(
        { kind: 'user', key: { userId } },
        { kind: 'wallet', key: { userId } },
        { kind: 'adjustmentBudget', key: { userId: actorId } },
      ),
      reversedBy(needs, proposal),
    ]);
    if (!user || !wallet) throw new AppError('NotFound', 'User not found.');
    const depositId = reversed ? reversed.refusedOf : refusedOf(link);
    const isLate = user.erasedAtMs !== undefined && (reversed ? reversed.isSentBack : direction === 'debit');
    const isSentBack = depositId !== undefined || isLate;
    if (user.erasedAtMs !== undefined && !isSentBack) throw erasedAccount();
    if (depositId !== undefined) {
      await sentBackOf(store, depositId, { userId, direction, amountCents, reverses: reversed?.adjustmentId });
    } else if (direction === 'debit' && reversed === undefined)
      refuseDebit(isSentBack ? { availableCents: await lateMoney(store, wallet) } : wallet, amountCents);
    const nowMs = clock.now();
    const adjustment: Adjustment = {
      adjustmentId: random.id('adjustment', nowMs),
      userId,
      direction,
      amountCents,
      reason,
      link,
      ...(isSentBack && { isSentBack }),
      ...(depositId && { refusedOf: depositId }),
      ...(reversed && { reverses: reversed.adjustmentId }),
      state: 'waiting',
      proposedBy: actorId,
      createdAtMs: nowMs,
      openUntilMs: nowMs + adjustmentLimits.lifetimeMs,
      version: 1,
    };
    await commitUnlessClaimed(store, [
      insert('adjustment', adjustment),
      // Of two reversals proposed at once, only one can change this version.
      ...(reversed ? [update('adjustment', reversed, { lastReversal: adjustment.adjustmentId })] : []),
      budgetWrite(budget, { actorId, adjustment, nowMs }),
      ...adjustmentAudit(needs, 'propose-adjustment', adjustment, { actorId, state: 'waiting', reason }),
      ...claimWrites(claim, adjustment.adjustmentId, nowMs),
      // Conflicts with an erasure at the same time, which would leave this reason behind.
      unchanged('user', { userId }, user),
    ]);
    return adjustment;
  });
}

/**
 * Commits for `withRetries`. A limit's item that another call created first is retried; a used idempotency key is not.
 */
async function commitUnlessClaimed(store: Store, writes: readonly Write[]): Promise<void> {
  try {
    await store.commit(writes);
  } catch (thrown) {
    if (!(thrown instanceof WriteConflict) || thrown.exists('claim')) throw thrown;
    throw new WriteConflict(thrown.conflicts.map(({ kind }) => ({ kind, reason: 'contended' })));
  }
}

/** Returns the adjustment that a proposal undoes; undefined when the proposal is no reversal. */
async function reversedBy(
  { store, clock }: Pick<Needs, 'store' | 'clock'>,
  { link, userId, direction, amountCents }: AdjustmentProposal,
): Promise<Adjustment | undefined> {
  if (link === undefined || !isAdjustmentId(link)) return undefined;
  const original = await store.get('adjustment', { adjustmentId: link });
  const invalid = (field: string, why: string): AppError =>
    new AppError('ValidationFailed', `${field} ${why}.`, { fields: { [field]: why } });
  if (original === undefined || original.userId !== userId) throw invalid('link', 'names no adjustment of this person');
  if (original.amountCents !== amountCents) throw invalid('amount', 'must be that of the adjustment that it reverses');
  if (original.direction === direction) throw invalid('direction', 'must be the other one to reverse an adjustment');
  refuseReversal(original);
  const { lastReversal: adjustmentId } = original;
  const last = adjustmentId && (await store.get('adjustment', { adjustmentId }));
  if (last?.state === 'waiting' && last.openUntilMs > clock.now())
    throw new AppError('Conflict', 'A reversal of this adjustment waits for approval already.');
  return original;
}

/** Returns the refusal of an adjustment of an erased account that is no money sent back by hand. */
export function erasedAccount(): AppError {
  return new AppError(
    'Conflict',
    'This account was erased: only late money that was sent back by hand is taken from it.',
  );
}

/** Throws AppError Conflict for an adjustment that cannot be reversed, or was reversed already. */
export function refuseReversal({ state, reverses, reversedBy: by }: Adjustment): void {
  if (state !== 'approved') throw new AppError('Conflict', 'Only an approved adjustment can be reversed.');
  if (by !== undefined) throw new AppError('Conflict', 'This adjustment was reversed already.');
  if (reverses !== undefined) throw new AppError('Conflict', 'A reversal is not reversed: propose a new adjustment.');
}

function isAdjustmentId(link: string): link is Id<'adjustment'> {
  return link.startsWith('adj_');
}
