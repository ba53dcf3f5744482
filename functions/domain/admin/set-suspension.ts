import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Services } from '#functions/ports/services.ts';
import { unchanged, update } from '#functions/ports/store.ts';
import { reconcileCardState } from '#functions/domain/cards/reconcile-card-state.ts';
import { keptCards, markCards } from '#functions/domain/cards/mark-cards.ts';
import { inParallel } from '../in-parallel.ts';
import { withRetries } from '../with-retries.ts';
import { auditWrites } from './audit-write.ts';
import { refuseErased } from './refuse-erased.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'issuer'>;

/** A suspension or activation by an admin, with its reason. */
export type SuspensionOrder = {
  readonly actorId: Id<'user'>;
  readonly userId: Id<'user'>;
  /** Undefined: the opposite of the present state. */
  readonly suspended: boolean | undefined;
  /** Mailed to the person word for word when the account is suspended. */
  readonly reasonForUser: string | undefined;
  /** For the audit record alone: the person never reads it. */
  readonly note: string | undefined;
};

/** Delay after which the sweeper takes over a card that this request did not finish, in milliseconds. */
const sweptAfterMs = 5_000;

/**
 * Suspends a person or makes them active again. A suspension ends every session. The same transaction marks every card
 * and makes it due, so the sweeper finishes when this process dies right after it. Cards return to what their owner
 * wanted when the suspension ends. Open deposits are still credited, payouts wait. Ordering the present state changes
 * nothing. Returns the person as they now are.
 *
 * Throws AppError NotFound, and Conflict for an admin, an erased account, or a reason or note of an account that is in
 * that state already.
 */
export async function setSuspension(needs: Needs, order: SuspensionOrder): Promise<User> {
  const { store, clock } = needs;
  const { actorId, userId, reasonForUser, note } = order;
  let isSuspended = order.suspended;
  const done = await withRetries(needs, async () => {
    // The wallet is read before the cards: every new card changes it, so a card made in between causes a conflict.
    const [user, wallet] = await store.getBoth({ kind: 'user', key: { userId } }, { kind: 'wallet', key: { userId } });
    if (!user || !wallet) throw new AppError('NotFound', 'User not found.');
    refuseErased(user);
    // Decided once, before any retry: of two admins who toggle the state at once, the slower one meant the same change.
    isSuspended ??= !user.isSuspended;
    if (user.isSuspended === isSuspended) {
      if (reasonForUser !== undefined || note !== undefined) throw alreadySo(isSuspended);
      return { user, cards: [] };
    }
    if (isSuspended) refuseAdmins(user, actorId);
    const nowMs = clock.now();
    const cards = keptCards(await store.listCards(userId));
    const changes = {
      isSuspended,
      sessionGeneration: user.sessionGeneration + (isSuspended ? 1 : 0),
      updatedAtMs: nowMs,
    };
    await store.commit([
      update('user', user, changes),
      unchanged('wallet', { userId }, wallet),
      ...markCards(cards, { reason: 'suspension', isOn: isSuspended, nowMs, dueAtMs: nowMs + sweptAfterMs }),
      ...auditWrites(needs, {
        action: isSuspended ? 'suspend' : 'activate',
        actorId,
        subjectId: userId,
        before: { isSuspended: user.isSuspended },
        after: { isSuspended },
        words: isSuspended && reasonForUser !== undefined ? { after: { reasonForUser } } : {},
        reason: note,
      }),
    ]);
    return { user: { ...user, ...changes, version: user.version + 1 }, cards };
  });
  await updateCards(needs, done.cards);
  return done.user;
}

function alreadySo(isSuspended: boolean): AppError {
  const state = isSuspended ? 'suspended' : 'active';
  return new AppError(
    'Conflict',
    `This account is ${state} already, so this call changed nothing. Its audit log says by whom.`,
  );
}

function refuseAdmins({ userId, role }: User, actorId: Id<'user'>): void {
  if (userId === actorId) throw new AppError('Conflict', 'You cannot suspend your own account.');
  if (role === 'admin') throw new AppError('Conflict', 'This is an admin. Admins cannot be suspended.');
}

/** Updates the cards. Each may fail: the sweeper finishes it. */
async function updateCards(needs: Needs, cards: readonly Card[]): Promise<void> {
  await inParallel(
    cards,
    cards.length,
    async (card) => void (await reconcileCardState(needs, card)),
    ({ cardId }) => needs.log.warn('card left to the sweeper', { cardId }),
  );
}
