import { limits } from '#shared/limits.ts';
import { formatCents, least, minus, parseDollars, sum, zero, type Cents } from '#shared/money.ts';

/** The result of a withdrawal on both sides. */
export type WithdrawSums = {
  readonly amountCents: Cents;
  /** On the card afterwards. Below zero when more is asked for than there is. */
  readonly staysCents: Cents;
  /** In the account's balance afterwards. */
  readonly balanceCents: Cents;
};

/** The content of the dialog before the click. `warning` predicts the server's refusal; only the server refuses. */
export type WithdrawCheck = { readonly sums?: WithdrawSums; readonly error?: string; readonly warning?: string };

/**
 * Maximum that can leave a card, in cents: $1 stays for its monthly cost. From a card frozen for a debt, no more than
 * is owed.
 */
export function mostToWithdraw(cardBalance: Cents, owedCents?: Cents): Cents {
  const most = cardBalance > limits.cardMinimumCents ? minus(cardBalance, limits.cardMinimumCents) : zero;
  return owedCents === undefined ? most : least(most, owedCents);
}

/** Computes a withdrawal as it is typed. */
export function checkWithdraw(
  amountText: string,
  cardBalance: Cents,
  accountBalance: Cents,
  owedCents?: Cents,
): WithdrawCheck {
  if (amountText.trim() === '') return {};
  const amountCents = parseDollars(amountText);
  if (amountCents === undefined) return { error: 'Enter an amount in dollars, such as 50 or 12.50.' };
  if (amountCents === 0) return {};
  const sums = {
    amountCents,
    staysCents: minus(cardBalance, amountCents),
    balanceCents: sum(accountBalance, amountCents),
  };
  if (owedCents !== undefined && amountCents > owedCents && sums.staysCents >= limits.cardMinimumCents)
    return { sums, warning: `You owe ${formatCents(owedCents)}: you can’t pay more than that.` };
  if (sums.staysCents >= limits.cardMinimumCents) return { sums };
  const most = mostToWithdraw(cardBalance);
  const stays = formatCents(limits.cardMinimumCents);
  const warning =
    most === 0
      ? `At least ${stays} must stay on the card, and it has ${formatCents(cardBalance)}.`
      : `At least ${stays} must stay on the card: you can withdraw up to ${formatCents(most)}.`;
  // An amount above the balance has no sums: nothing would be left to show.
  return sums.staysCents < 0 ? { error: warning } : { sums, warning };
}
