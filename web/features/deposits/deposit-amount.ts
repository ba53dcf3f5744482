import { limits } from '#shared/limits.ts';
import { formatCents, parseDollars, type Cents } from '#shared/money.ts';

/** The typed amount of a deposit. */
export type DepositAmount = { readonly cents?: Cents; readonly error?: string };

/** Refusals that are about the amount, and stand at its field. */
export const depositAmountErrors = ['AmountTooSmall', 'AmountTooLarge'] as const;

/** Reads the amount and says at once when no deposit can be that small or large. */
export function readDepositAmount(text: string): DepositAmount {
  if (text.trim() === '') return {};
  const amount = parseDollars(text);
  if (amount === undefined) return { error: 'Enter an amount in dollars, such as 50 or 12.50.' };
  if (amount === 0) return {};
  if (amount < limits.depositMinCents)
    return { error: `The minimum deposit is ${formatCents(limits.depositMinCents)}.` };
  if (amount > limits.depositMaxCents) {
    return { error: `The maximum deposit is ${formatCents(limits.depositMaxCents)}.` };
  }
  return { cents: amount };
}
