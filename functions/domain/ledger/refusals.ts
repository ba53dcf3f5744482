import { AppError } from '#shared/errors.ts';
import { formatCents, type Cents } from '#shared/money.ts';
import type { Wallet } from '#functions/ports/entities/books.ts';

/** Throws AppError AccountInDebt while the account owes money: nothing is spent before it is paid. */
export function refuseDebt(wallet: Wallet): void {
  if (wallet.debtCents > 0) {
    throw new AppError(
      'AccountInDebt',
      `Your account owes ${formatCents(wallet.debtCents)}, because a deposit was refunded or held after it was spent, a deleted card was charged, or a load, a withdrawal or an adjustment was corrected. Your next deposit pays it first.`,
    );
  }
}

/** Throws AppError InvalidAccessToken once the account is closed: the session of the caller ended with it. */
export function refuseClosed({ closedAtMs }: { readonly closedAtMs?: number | undefined }): void {
  if (closedAtMs !== undefined) throw new AppError('InvalidAccessToken', 'Please sign in.');
}

/** Throws AppError InsufficientFunds when the balance is below the needed amount. */
export function refuseShortfall(wallet: Pick<Wallet, 'availableCents'>, needCents: Cents): void {
  if (wallet.availableCents < needCents) {
    throw new AppError(
      'InsufficientFunds',
      `Your balance is ${formatCents(wallet.availableCents)} and this takes ${formatCents(needCents)}. Add funds and try again.`,
    );
  }
}

/** Throws AppError InsufficientFunds when an admin's debit takes more than the account has. */
export function refuseDebit({ availableCents }: Pick<Wallet, 'availableCents'>, amountCents: Cents): void {
  if (availableCents >= amountCents) return;
  const words = `This account has ${formatCents(availableCents)}, and a debit takes at most that.`;
  throw new AppError('InsufficientFunds', words);
}
