import { formatDecimal, parseDecimal } from '#shared/decimal.ts';

/** Parses a decimal string, which may begin with a minus, as a whole number of 10⁻¹⁸. Throws for anything else. */
export function parseSigned(text: string): bigint {
  const isNegative = text.startsWith('-');
  const value = parseDecimal(isNegative ? text.slice(1) : text);
  if (value === undefined) throw new Error(`no amount of a coin: ${text}`);
  return isNegative ? -value : value;
}

/** Returns the shortest decimal string of a scaled number of either sign. */
export function formatSigned(value: bigint): string {
  return value < 0n ? `-${formatDecimal(-value)}` : formatDecimal(value);
}

/** Returns a − b as a decimal string. Absent amounts are 0. */
export function signedDifference(a: string | undefined, b: string | undefined): string {
  return formatSigned(parseSigned(a ?? '0') - parseSigned(b ?? '0'));
}

/** Returns the sum of decimal strings of either sign. */
export function signedSum(...amounts: readonly string[]): string {
  return formatSigned(amounts.reduce((total, amount) => total + parseSigned(amount), 0n));
}
