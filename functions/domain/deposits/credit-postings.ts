import { zero } from '#shared/money.ts';
import type { Wallet } from '#functions/ports/entities/books.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import {
  depositCommission,
  depositCredited,
  depositFrozen,
  depositRefused,
  depositSurplusChanged,
  depositTakenBack,
  depositUnfrozen,
} from '#functions/domain/ledger/postings.ts';
import type { Draft } from '../ledger/journal.ts';
import { Posting } from '../ledger/posting.ts';
import { coinChangesOf, type CommissionTarget } from './commission.ts';
import type { CreditTarget } from './credit-target.ts';

/**
 * Makes the postings that bring the books from a deposit's present amounts to its target. Frozen money is unfrozen
 * before it is taken back, and new money is credited before it is frozen, so that each step is a posting of its own.
 * The first posting that changes the amount that the provider holds for us notes the change in the coin. If there is
 * none (refused money was refunded), a commission posting of zero notes it. `booked` holds the fields that change on
 * the deposit.
 */
export function creditPostings(
  deposit: Deposit,
  wallet: Wallet,
  target: CreditTarget & { readonly commission: CommissionTarget },
  nowMs: number,
): { readonly posting: Posting; readonly booked: Partial<Deposit> } {
  const posting = new Posting(nowMs, { wallet });
  const { roundedOffMicroCents, commission } = target;
  const credited = { fromCents: deposit.creditedCents, toCents: target.targetCents };
  const surplus = { fromCents: deposit.surplusCents, toCents: target.surplusCents };
  const refused = { fromCents: deposit.refusedCents ?? zero, toCents: target.refusedCents };
  const fee = { fromCents: deposit.commissionCents ?? zero, toCents: commission.cents };
  const isFreed = deposit.frozenCents > 0 && target.frozenCents !== deposit.frozenCents;
  const isRefusedChanged = refused.toCents !== refused.fromCents;
  const isAsideChanged = isRefusedChanged || surplus.toCents !== surplus.fromCents;
  const changes = coinChangesOf(deposit, commission);
  let noted = 0;
  const post = (draft: Draft): void => {
    const coins = changes[noted];
    posting.post(coins === undefined ? draft : { ...draft, coins });
    noted += 1;
  };
  if (isFreed) posting.post(depositUnfrozen(deposit, posting.wallet, deposit.frozenCents));
  if (surplus.toCents !== surplus.fromCents) post(depositSurplusChanged(deposit, surplus));
  if (credited.toCents > credited.fromCents) {
    post(depositCredited(deposit, posting.wallet, { ...credited, roundedOffMicroCents }));
  } else if (credited.toCents < credited.fromCents) {
    post(depositTakenBack(deposit, posting.wallet, credited));
  }
  if (isRefusedChanged) post(depositRefused(deposit, refused));
  let commissionCount = deposit.commissionCount ?? 0;
  const postCommission = (change: typeof fee): void => post(depositCommission(deposit, change, (commissionCount += 1)));
  if (fee.toCents !== fee.fromCents) postCommission(fee);
  while (noted < changes.length) postCommission({ ...fee, fromCents: fee.toCents });
  if (target.frozenCents > 0 && (isFreed || deposit.frozenCents === 0)) {
    posting.post(depositFrozen(deposit, posting.wallet, target.frozenCents));
  }
  return {
    posting,
    booked: {
      ...(isRefusedChanged ? { refusedCents: refused.toCents } : {}),
      ...(isAsideChanged ? { asideVersions: [...(deposit.asideVersions ?? []), deposit.version] } : {}),
      ...(changes.length > 0 ? { booked: commission.coins } : {}),
      ...(commissionCount === (deposit.commissionCount ?? 0) ? {} : { commissionCents: fee.toCents, commissionCount }),
    },
  };
}
