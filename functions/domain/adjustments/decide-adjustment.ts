import type { Id } from '#shared/ids.ts';
import { AppError } from '#shared/errors.ts';
import type { Adjustment } from '#functions/ports/entities/adjustments.ts';
import type { ActivityLine } from '#functions/ports/entities/books.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, unchanged, update, type Write } from '#functions/ports/store.ts';
import { completedLine } from '#functions/domain/activity/completed-line.ts';
import type { AuditNeeds } from '../admin/audit-write.ts';
import { decidingAdmin, mayDecide } from '../admin/deciding-admin.ts';
import { tryFreezeCards } from '../cards/try-freeze-cards.ts';
import { lateMoney } from '#functions/domain/closing/late-money.ts';
import { adjusted } from '../ledger/postings.ts';
import { Posting } from '../ledger/posting.ts';
import { refuseDebit } from '../ledger/refusals.ts';
import { commitForRetry, withRetries } from '../with-retries.ts';
import { adjustmentAudit } from './adjustment-audit.ts';
import { budgetReturned, budgetWrite } from './adjustment-budget.ts';
import { adjustmentTitle } from './adjustment-title.ts';
import { erasedAccount, refuseReversal } from './propose-adjustment.ts';
import { sentBackOf } from './refused-money.ts';

type Needs = AuditNeeds & Pick<Services, 'store' | 'log'> & Partial<Pick<Services, 'issuerEvents'>>;
type Act = { readonly adjustmentId: Id<'adjustment'>; readonly actorId: Id<'user'> };

/**
 * Approves an adjustment of another admin: state, audit record, posting, balance, and the line that its owner sees are one
 * transaction. A credit pays debts first, and ends their freezes as a deposit does. A debit takes what the balance has; only
 * a reversal may make a debt, for its owner has spent what was not theirs. A repeated call of the same admin changes
 * nothing. Throws AppError NotFound, Forbidden (an own proposal or account), Conflict (decided, expired, or reversed
 * meanwhile), AmountTooLarge (the admin's limit), InsufficientFunds.
 */
export async function approveAdjustment(needs: Needs, { adjustmentId, actorId }: Act): Promise<Adjustment> {
  const { store, clock } = needs;
  const { approved, turnsDebt } = await withRetries(needs, async () => {
    const adjustment = await read(needs, adjustmentId);
    const { userId, amountCents, direction, reverses, proposedBy, refusedOf: depositId } = adjustment;
    await decidingAdmin(store, { actorId, ownerId: userId });
    if (adjustment.state === 'approved' && adjustment.decidedBy === actorId) {
      return { approved: adjustment, turnsDebt: false };
    }
    const nowMs = clock.now();
    refuseState(adjustment, nowMs);
    if (proposedBy === actorId) throw new AppError('Forbidden', 'Another admin must approve what you proposed.');
    const [user, wallet, proposer] = await store.getThree(
      { kind: 'user', key: { userId } },
      { kind: 'wallet', key: { userId } },
      { kind: 'user', key: { userId: proposedBy } },
    );
    if (!user || !wallet) throw new Error(`${adjustmentId} is of nobody`);
    if (user.erasedAtMs !== undefined && !adjustment.isSentBack) throw erasedAccount();
    if (!proposer || !mayDecide(proposer))
      throw new AppError('Conflict', 'Its proposer may no longer decide about money. Reject it and propose it again.');
    const refused = depositId && (await sentBackOf(store, depositId, adjustment));
    if (!refused && direction === 'debit' && reverses === undefined)
      refuseDebit(adjustment.isSentBack ? { availableCents: await lateMoney(store, wallet) } : wallet, amountCents);
    const posting = new Posting(nowMs, { wallet }).post(refused?.draft ?? adjusted(adjustment, wallet));
    const changes = { state: 'approved', decidedBy: actorId, decidedAtMs: nowMs } as const;
    await commitForRetry(store, [
      update('adjustment', adjustment, changes),
      ...adjustmentAudit(needs, 'approve-adjustment', adjustment, {
        actorId,
        state: 'approved',
        reason: adjustment.reason,
      }),
      budgetWrite(await store.get('adjustmentBudget', { userId: actorId }), { actorId, adjustment, nowMs }),
      ...(await posting.writes(store)),
      refused?.write ??
        insert('movement', {
          ...lineOf(adjustment, { email: user.email, lineId: needs.random.id('movement', nowMs), nowMs }),
          ...posting.balanceAfter,
        }),
      // Conflicts with an erasure at the same time, which would leave the email address of this line behind.
      unchanged('user', { userId }, user),
      ...(await reversalWrites(needs, adjustment)),
    ]);
    return { approved: { ...adjustment, ...changes, version: adjustment.version + 1 }, turnsDebt: posting.turnsDebt };
  });
  if (turnsDebt) await tryFreezeCards(needs, approved.userId);
  return approved;
}

/**
 * Rejects an adjustment, or withdraws it when its proposer does. The proposer's limit gets its amount back. The reason
 * is not kept for an erased account: it may be about the person. Throws AppError NotFound, Forbidden (an own account),
 * Conflict (decided or expired).
 */
export async function rejectAdjustment(
  needs: Needs,
  { adjustmentId, actorId, reason }: Act & { readonly reason: string },
): Promise<Adjustment> {
  const { store, clock } = needs;
  return withRetries(needs, async () => {
    const adjustment = await read(needs, adjustmentId);
    const { userId } = adjustment;
    const [, user] = await Promise.all([
      decidingAdmin(store, { actorId, ownerId: userId }),
      store.get('user', { userId }),
    ]);
    if (!user) throw new Error(`${adjustmentId} is of nobody`);
    if (adjustment.state === 'rejected' && adjustment.decidedBy === actorId) return adjustment;
    const nowMs = clock.now();
    refuseState(adjustment, nowMs);
    const changes = { state: 'rejected', decidedBy: actorId, decidedAtMs: nowMs } as const;
    await commitForRetry(store, [
      update('adjustment', adjustment, changes),
      ...adjustmentAudit(needs, 'reject-adjustment', adjustment, {
        actorId,
        state: 'rejected',
        reason: user.erasedAtMs === undefined ? reason : undefined,
      }),
      ...(await budgetReturned(store, adjustment, nowMs)),
      // Conflicts with an erasure at the same time, which would leave this reason behind.
      unchanged('user', { userId }, user),
    ]);
    return { ...adjustment, ...changes, version: adjustment.version + 1 };
  });
}

/** Ends the adjustments that nobody decided on in time, with an audit record each. Returns their number. */
export async function expireAdjustments(needs: Needs): Promise<{ readonly expired: number }> {
  const { store, clock } = needs;
  const due = (await store.listWaiting('adjustment', 100)).filter(({ openUntilMs }) => openUntilMs <= clock.now());
  let expired = 0;
  for (const { adjustmentId } of due) {
    await withRetries(needs, async () => {
      const adjustment = await read(needs, adjustmentId);
      if (adjustment.state !== 'waiting' || adjustment.openUntilMs > clock.now()) return;
      await commitForRetry(store, [
        update('adjustment', adjustment, { state: 'expired', decidedAtMs: clock.now() }),
        ...adjustmentAudit(needs, 'expire-adjustment', adjustment, {
          actorId: 'system',
          state: 'expired',
          reason: undefined,
        }),
      ]);
      expired += 1;
    });
  }
  return { expired };
}

async function read({ store }: Needs, adjustmentId: Id<'adjustment'>): Promise<Adjustment> {
  const adjustment = await store.get('adjustment', { adjustmentId });
  if (!adjustment) throw new AppError('NotFound', 'Adjustment not found.');
  return adjustment;
}

function refuseState({ state, openUntilMs }: Adjustment, nowMs: number): void {
  if (state === 'waiting' && openUntilMs > nowMs) return;
  const now = state === 'waiting' ? 'expired' : state;
  throw new AppError('Conflict', `This adjustment is ${now}: nothing can be decided on it any more.`);
}

/** Returns the write that notes a reversal on the adjustment it undoes, so that a second reversal conflicts. */
async function reversalWrites({ store }: Needs, { adjustmentId, reverses }: Adjustment): Promise<readonly Write[]> {
  if (reverses === undefined) return [];
  const original = await store.get('adjustment', { adjustmentId: reverses });
  if (original === undefined) throw new Error(`${adjustmentId} reverses nothing`);
  refuseReversal(original);
  return [update('adjustment', original, { reversedBy: adjustmentId })];
}

function lineOf(
  adjustment: Adjustment,
  { email, lineId, nowMs }: { readonly email: string; readonly lineId: Id<'movement'>; readonly nowMs: number },
): ActivityLine {
  const { adjustmentId, userId, direction, amountCents } = adjustment;
  return completedLine({
    userId,
    subjectId: lineId,
    kind: 'adjustment',
    direction,
    amountCents,
    tid: adjustmentId,
    email,
    description: adjustmentTitle(adjustment),
    createdAtMs: nowMs,
  });
}
