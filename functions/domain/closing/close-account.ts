import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import { closingLimits } from '#shared/closing-limits.ts';
import { formatCents, type Cents } from '#shared/money.ts';
import type { Wallet } from '#functions/ports/entities/books.ts';
import type { Closing } from '#functions/ports/entities/closing.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Services } from '#functions/ports/services.ts';
import { absent, insert, unchanged, update, type Write } from '#functions/ports/store.ts';
import { ownAuditWrite } from '#functions/domain/admin/audit-write.ts';
import { accountClosed } from '#functions/domain/ledger/postings.ts';
import { Posting } from '#functions/domain/ledger/posting.ts';
import { commitForRetry, withRetries } from '#functions/domain/with-retries.ts';
import { openDepositsOf, refuseOpenCases, refuseUnfinished } from './money-under-way.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random'>;

/**
 * Closes a person's account. One transaction moves what is waived to "unclaimed", cancels unpaid deposits, ends every
 * session and makes the erasure due in 30 days; until then a sign-in opens it again. Money that comes meanwhile waits
 * unclaimed. The record is mailed to the person. Doing it again returns the same closing.
 *
 * Throws AppError NotFound, CardsLeft, AccountInDebt, MoneyUnderWay, BalanceLeft (`waiveCents` is not the whole
 * balance, or that is above what can be waived).
 */
export async function closeAccount(
  needs: Needs,
  { userId, waiveCents }: { readonly userId: Id<'user'>; readonly waiveCents: Cents | undefined },
): Promise<Closing> {
  const { store, clock } = needs;
  return withRetries(needs, async () => {
    const [user, wallet] = await store.getBoth({ kind: 'user', key: { userId } }, { kind: 'wallet', key: { userId } });
    const [places, referral] = await store.getBoth(
      { kind: 'openDeposits', key: { userId } },
      { kind: 'referralAccount', key: { userId } },
    );
    if (!user || !wallet) throw new AppError('NotFound', 'User not found.');
    if (user.closedAtMs !== undefined) return closingOf(needs, userId);
    const waiting = (places?.open ?? []).map(({ depositId }) => depositId);
    const deposits = await openDepositsOf(needs, userId, waiting);
    refuseBalance(wallet, waiveCents);
    refuseUnfinished(wallet, referral, deposits);
    const cases = await store.get('openCases', { userId });
    refuseOpenCases(cases);
    const nowMs = clock.now();
    const closing: Closing = {
      userId,
      closedAtMs: nowMs,
      waivedCents: wallet.availableCents,
      dueAtMs: nowMs + closingLimits.returnMs,
      erasedAtMs: undefined,
      version: 1,
    };
    await commitForRetry(store, [
      update('user', user, { closedAtMs: nowMs, sessionGeneration: user.sessionGeneration + 1, updatedAtMs: nowMs }),
      ...closedWallet(wallet, nowMs),
      insert('closing', closing),
      // A payout that becomes due in this very moment would be put off for good.
      ...(referral ? [unchanged('referralAccount', { userId }, referral)] : []),
      // A payment that is reported in this very moment finds the account closed.
      cases ? unchanged('openCases', { userId }, cases) : absent('openCases', { userId }),
      // A deposit that is requested in this very moment takes a place in this item, and conflicts.
      places
        ? update('openDeposits', places, { open: [], closedAtMs: nowMs })
        : insert('openDeposits', { userId, open: [], openedAtMs: [], closedAtMs: nowMs, version: 1 }),
      ...(await cancelWrites(needs, deposits, nowMs)),
      ownAuditWrite(needs, { userId, action: 'account-closed', after: { waivedCents: wallet.availableCents } }),
    ]);
    return closing;
  });
}

async function closingOf({ store }: Needs, userId: Id<'user'>): Promise<Closing> {
  const closing = await store.get('closing', { userId });
  // The owner returned just now.
  if (!closing) throw new AppError('Conflict', 'Your account is open. To close it, try again.');
  return closing;
}

function refuseBalance({ availableCents }: Wallet, waiveCents: Cents | undefined): void {
  if (availableCents > closingLimits.waivedMaxCents) {
    throw new AppError(
      'BalanceLeft',
      `Your balance is ${formatCents(availableCents)}. At most ${formatCents(closingLimits.waivedMaxCents)} can be waived: load a card and spend the rest first.`,
    );
  }
  if ((waiveCents ?? 0) === availableCents) return;
  throw new AppError(
    'BalanceLeft',
    `Your balance is ${formatCents(availableCents)}. To close the account, waive exactly that.`,
  );
}

/** Returns the writes that close the wallet: its money waits unclaimed. */
function closedWallet(wallet: Wallet, nowMs: number): readonly Write[] {
  const posting = new Posting(nowMs, { wallet });
  if (wallet.availableCents > 0) posting.post(accountClosed(wallet));
  return posting.changeWallet({ closedAtMs: nowMs }).writesWithoutCards();
}

/** Cancels deposits that wait for payment, as their owner would. Their invoices are still polled: late money counts. */
async function cancelWrites({ store }: Needs, deposits: readonly Deposit[], nowMs: number): Promise<readonly Write[]> {
  const unpaid = deposits.filter(
    ({ lifecycle, state, canceledAtMs }) =>
      lifecycle !== 'refused' && state === 'waiting' && canceledAtMs === undefined,
  );
  const lines = await store.getMany(
    'movement',
    unpaid.map(({ userId, depositId }) => ({ userId, subjectId: depositId })),
  );
  return unpaid.flatMap((deposit, index) => {
    const line = lines[index];
    if (!line) throw new Error(`${deposit.depositId} has no activity line`);
    return [update('deposit', deposit, { canceledAtMs: nowMs }), update('movement', line, { isHidden: true })];
  });
}
