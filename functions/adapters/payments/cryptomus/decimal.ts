import type { Cents } from '#shared/money.ts';

/** What the provider writes as an amount: digits with an optional fraction, never a sign or an exponent. */
export const decimalPattern = /^\d{1,30}(?:\.\d{1,30})?$/;

/** Cents as the provider's dollars: 1250 is `12.50`. */
export function toDollars(amount: Cents): string {
  const digits = String(amount).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** True when two decimal strings are the same number, whatever zeros they carry. Exact: no float is involved. */
export function isSameAmount(a: string, b: string): boolean {
  return withoutIdleZeros(a) === withoutIdleZeros(b);
}

/** True for any spelling of nothing. */
export function isNothing(amount: string): boolean {
  return isSameAmount(amount, '0');
}

function withoutIdleZeros(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.');
  return `${whole.replace(/^0+/, '')}.${fraction.replace(/0+$/, '')}`;
}
