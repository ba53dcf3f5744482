import type { Cents } from '#shared/money.ts';

/** Cents as the provider's dollars: 1250 is `12.50`. */
export function toDollars(amount: Cents): string {
  const digits = String(amount).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
