/*
 * The one reader of decimal strings of coins: a string that it refuses is no amount anywhere in the product.
 */

/** Digits after the point that a scaled decimal carries: as many as the finest coin has on its chain. */
const scale = 18;

/**
 * Reads a provider's decimal string as an exact whole number of 10⁻¹⁸; undefined for anything but a plain decimal of 0
 * or more.
 */
export function parseDecimal(text: string | undefined): bigint | undefined {
  const match = text === undefined ? null : /^(\d{1,20})(?:\.(\d{1,40}))?$/.exec(text);
  if (!match) return undefined;
  const fraction = match[2] ?? '';
  // No coin can move an amount with more digits after the point than the finest coin has.
  if (/[1-9]/.test(fraction.slice(scale))) return undefined;
  return BigInt(match[1] ?? '0') * 10n ** BigInt(scale) + BigInt(fraction.slice(0, scale).padEnd(scale, '0'));
}

/** The shortest decimal string of a scaled number of 0 or more. */
export function formatDecimal(value: bigint): string {
  const digits = value.toString().padStart(scale + 1, '0');
  const fraction = digits.slice(-scale).replace(/0+$/, '');
  return fraction === '' ? digits.slice(0, -scale) : `${digits.slice(0, -scale)}.${fraction}`;
}

/** True when two decimal strings are the same number, however they are written. */
export function isSameDecimal(a: string | undefined, b: string | undefined): boolean {
  const left = parseDecimal(a);
  return left !== undefined && left === parseDecimal(b);
}

/** One, scaled. */
export const oneScaled = 10n ** BigInt(scale);
