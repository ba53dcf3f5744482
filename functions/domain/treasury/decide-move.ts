import type { Id } from '#shared/ids.ts';
import { AppError } from '#shared/errors.ts';
import type { TreasuryMove } from '#functions/ports/entities/treasury.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update } from '#functions/ports/store.ts';
import type { AuditNeeds } from '../admin/audit-write.ts';
import { decidingAdmin, mayDecide } from '../admin/deciding-admin.ts';
import { journal } from '../ledger/journal.ts';
import { commitForRetry, withRetries } from '../with-retries.ts';
import { freeReference, treasuryAudit } from './propose-move.ts';
import { treasuryPosted } from './treasury-posting.ts';

type Needs = AuditNeeds & Pick<Services, 'store'>;

/**
 * Approves or rejects a movement of our own money. Another admin than its author approves it, while its author may still
 * decide about money: state, audit record and posting are one write. Its author may reject it, too. A repeat by the same
 * admin changes nothing. Throws AppError NotFound, Forbidden (approving an own entry), Conflict (decided already, or its
 * author may no longer decide).
 */
export async function decideMove(
  needs: Needs,
  decision: {
    readonly moveId: Id<'treasury'>;
    readonly actorId: Id<'user'>;
    readonly outcome: 'approve' | 'reject';
    readonly reason: string;
  },
): Promise<TreasuryMove> {
  const { store, clock } = needs;
  const { moveId, actorId, outcome, reason } = decision;
  return withRetries(needs, async () => {
    const move = await store.get('treasuryMove', { moveId });
    if (move === undefined) throw new AppError('NotFound', 'There is no such entry.');
    const [author] = await Promise.all([
      store.get('user', { userId: move.proposedBy }),
      decidingAdmin(store, { actorId, ownerId: undefined }),
    ]);
    const state = outcome === 'approve' ? 'approved' : 'rejected';
    if (move.state === state && move.decidedBy === actorId) return move;
    if (move.state !== 'waiting') throw new AppError('Conflict', `This entry is ${move.state} already.`);
    if (outcome === 'approve' && move.proposedBy === actorId)
      throw new AppError('Forbidden', 'Another admin must approve what you entered.');
    if (outcome === 'approve' && !(author && mayDecide(author)))
      throw new AppError('Conflict', 'Its author may no longer decide about money. Reject it and enter it again.');
    const nowMs = clock.now();
    const changes = { state, decidedBy: actorId, decidedAtMs: nowMs } as const;
    await commitForRetry(store, [
      update('treasuryMove', move, changes),
      ...treasuryAudit(needs, `${outcome}-treasury`, move, { actorId, reason }),
      outcome === 'approve'
        ? insert('journal', journal(treasuryPosted(move), nowMs))
        : await freeReference(store, move),
    ]);
    return { ...move, ...changes, version: move.version + 1 };
  });
}
