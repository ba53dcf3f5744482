/** Whole US cents. A branded safe integer: a bare number does not compile where Cents is due. */
export type Cents = number & { readonly __unit: 'USD cents' };

/**
 * The largest amount that any account may hold, in cents: 2^51, so that a sum of four amounts is still an exact number.
 */
export const maxCents = 2 ** 51;

/** Makes Cents of a number. Throws RangeError for floats, NaN and anything beyond ±2^51. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value) || Math.abs(value) > maxCents)
    throw new RangeError(`not an amount in cents: ${value}`);
  return (value === 0 ? 0 : value) as Cents;
}

/** No money: 0 cents. */
export const zero = cents(0);

/** The sum of amounts. */
export function sum(...amounts: readonly Cents[]): Cents {
  let total = 0;
  for (const amount of amounts) total += amount;
  return cents(total);
}

/** a − b. */
export function minus(a: Cents, b: Cents): Cents {
  return cents(a - b);
}

/** The amount with the opposite sign. */
export function negate(amount: Cents): Cents {
  return cents(-amount);
}

/** The smaller of two amounts. */
export function least(a: Cents, b: Cents): Cents {
  return a < b ? a : b;
}

/**
 * `1234.50`: an amount as a decimal number, for a field, a file or a provider. Built from digits, never from a float.
 */
export function decimalDollars(amount: number): string {
  const digits = String(Math.round(Math.abs(amount))).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * `$1,234.50`, `−$1.00`: for people, never for computing. Done by hand because `Intl.NumberFormat` takes longer to build
 * than the rest of a function's start.
 */
export function formatCents(amount: number): string {
  const grouped = decimalDollars(Math.abs(amount)).replaceAll(/\B(?=(?:\d{3})+\.)/g, ',');
  return `${amount < 0 ? '\u2212' : ''}$${grouped}`;
}

/**
 * Reads what a person typed as dollars (`12`, `12.5`, `$1,234.56`) as Cents; undefined when it is no amount with at
 * most two decimals. Works on the text, so no binary float ever stands between the person and the ledger.
 */
export function parseDollars(text: string): Cents | undefined {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,12})?(?:\.(\d{0,2}))?$/.exec(text.trim());
  if (!match || (match[1] === undefined && !match[2])) return undefined;
  const whole = Number((match[1] ?? '0').replaceAll(',', ''));
  return cents(whole * 100 + Number((match[2] ?? '').padEnd(2, '0')));
}
