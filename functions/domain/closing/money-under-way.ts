import { AppError } from '#shared/errors.ts';
import type { Wallet } from '#functions/ports/entities/books.ts';
import type { OpenCases } from '#functions/ports/entities/cases.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { ReferralAccount } from '#functions/ports/entities/referrals.ts';
import type { Services } from '#functions/ports/services.ts';
import type { TransactionStatus } from '#shared/transaction-statuses.ts';
import type { PaymentState } from '#functions/ports/payment-gateway.ts';
import { refuseDebt } from '#functions/domain/ledger/refusals.ts';

/** Number of activity lines in one read of the search for deposits without an end. */
const pageSize = 500;

/** Statuses under which money of a deposit may be on its way, in either direction. */
const undecided: ReadonlySet<TransactionStatus> = new Set([
  'processing',
  'confirm_check',
  'paid_less',
  'paid_over',
  'locked',
  'refund_process',
]);

const moving: ReadonlySet<PaymentState> = new Set(['confirming', 'partly_paid', 'locked', 'refunding']);

/**
 * Throws AppError CardsLeft, AccountInDebt or MoneyUnderWay for an account that cannot be closed as it stands. The
 * balance is checked apart: its owner may waive a small one.
 */
export function refuseUnfinished(
  wallet: Wallet,
  referral: ReferralAccount | undefined,
  deposits: readonly Deposit[],
): void {
  if (wallet.cardCount > 0) {
    throw new AppError('CardsLeft', 'You still have a card. Withdraw what is on every card, then delete it.');
  }
  refuseDebt(wallet);
  if ((wallet.retiringCount ?? 0) > 0) {
    throw underWay('A card that you deleted is still being closed by the issuer. That takes minutes as a rule.');
  }
  if (wallet.heldCents > 0) throw underWay('Money is set aside for something that is still under way.');
  // Set while a payout is requested, or an automatic one is ready.
  if (referral?.dueAtMs !== undefined) {
    throw underWay('A payout of your referral rewards is on its way to the balance.');
  }
  if (deposits.some(isMoving)) {
    throw underWay('A deposit is on its way, on hold, or being refunded. Your activity shows how it stands.');
  }
}

/** Throws AppError MoneyUnderWay while a reported payment has an open case. */
export function refuseOpenCases(cases: OpenCases | undefined): void {
  if ((cases?.open.length ?? 0) > 0)
    throw underWay('A payment that you reported still has an open case. You’ll find it under Reported payments.');
}

function underWay(why: string): AppError {
  return new AppError('MoneyUnderWay', `${why} Please close the account once it has ended.`);
}

/** True while money of a deposit may still come or go, other than by a payment of an unpaid invoice. */
function isMoving({ state, receivedAmount, frozenCents, surplusCents }: Deposit): boolean {
  const isPartial = state === 'waiting' && receivedAmount !== undefined;
  return moving.has(state) || isPartial || frozenCents > 0 || surplusCents > 0;
}

/** Reads the deposits that may have no end yet: those that wait to be paid, and the undecided among all lines. */
export async function openDepositsOf(
  { store }: Pick<Services, 'store'>,
  userId: Wallet['userId'],
  waiting: readonly Deposit['depositId'][],
): Promise<readonly Deposit[]> {
  const ids = new Set(waiting);
  let cursor: string | undefined;
  do {
    const page = await store.listActivity(userId, { limit: pageSize, cursor });
    for (const { kind, status, subjectId } of page.items)
      if (kind === 'deposit' && undecided.has(status)) ids.add(subjectId as Deposit['depositId']);
    cursor = page.cursor;
  } while (cursor !== undefined);
  const found = await store.getMany(
    'deposit',
    [...ids].map((depositId) => ({ depositId })),
  );
  return found.filter((deposit) => deposit !== undefined);
}
