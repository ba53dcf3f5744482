/**
 * Exact decimal arithmetic for amounts and rates. A value is a bigint that counts 10^-18 of one unit,
 * enough for every coin of the catalogue; nothing here ever passes through binary floating point.
 */
export type Decimal = bigint;

const scale = 18;

/** One whole unit. */
export const oneUnit: Decimal = 10n ** BigInt(scale);

const decimalText = /^(-?)(\d{1,24})(?:\.(\d{1,18}))?$/;

/**
 * True when `text` is a plain decimal such as `50` or `0.00050000` (no exponent, no sign `+`, at most 18 fraction
 * digits).
 */
export function isDecimalText(text: string): boolean {
  return decimalText.test(text);
}

/** Reads a plain decimal. Throws RangeError for anything {@link isDecimalText} refuses. */
export function parseDecimal(text: string): Decimal {
  const match = decimalText.exec(text);
  if (match === null) throw new RangeError(`not a decimal: ${text}`);
  const [, sign, whole = '0', fraction = ''] = match;
  const value = BigInt(whole) * oneUnit + BigInt(fraction.padEnd(scale, '0'));
  return sign === '-' ? -value : value;
}

/** Writes `value` with exactly `digits` fraction digits, cutting (never rounding up) what does not fit. */
export function formatDecimal(value: Decimal, digits: number): string {
  const cut = cutTo(value, digits);
  const magnitude = cut < 0n ? -cut : cut;
  const fraction = (magnitude % oneUnit).toString().padStart(scale, '0').slice(0, digits);
  return `${cut < 0n ? '-' : ''}${magnitude / oneUnit}${digits === 0 ? '' : `.${fraction}`}`;
}

/** Writes up to 8 fraction digits without trailing zeros, but never fewer than `leastDigits`. */
export function formatShort(value: Decimal, leastDigits: number): string {
  let text = formatDecimal(value, Math.max(8, leastDigits));
  while (text.endsWith('0') && text.length - text.indexOf('.') - 1 > leastDigits) text = text.slice(0, -1);
  return text.endsWith('.') ? text.slice(0, -1) : text;
}

/** Drops what lies beyond `digits` fraction digits (towards zero). */
export function cutTo(value: Decimal, digits: number): Decimal {
  const step = 10n ** BigInt(scale - digits);
  return (value / step) * step;
}

/** Rounds a non-negative value to the nearest hundredth. */
export function roundToCents(value: Decimal): Decimal {
  return cutTo(value + oneUnit / 200n, 2);
}

/** `left × right`, cut to 18 fraction digits. */
export function multiply(left: Decimal, right: Decimal): Decimal {
  return (left * right) / oneUnit;
}

/** `left ÷ right`, cut to 18 fraction digits. Throws RangeError when `right` is zero. */
export function divide(left: Decimal, right: Decimal): Decimal {
  return (left * oneUnit) / right;
}

/** `percent` hundredths of `value`: percentOf(50, 2) is 1. */
export function percentOf(value: Decimal, percent: Decimal): Decimal {
  return (value * percent) / (100n * oneUnit);
}

/** Eight fraction digits, as in webhooks; null stays null. */
export function eightDigits(value: Decimal): string;
export function eightDigits(value: Decimal | null): string | null;
export function eightDigits(value: Decimal | null): string | null {
  return value === null ? null : formatDecimal(value, 8);
}
