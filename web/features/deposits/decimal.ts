import { formatDecimal, oneScaled, parseDecimal } from '#shared/decimal.ts';

/**
 * Converts dollars to a coin: USD ÷ rate, to at most eight decimals, rounded half up. Undefined while there is no rate
 * to divide by. An estimate for the eye: the invoice fixes the amount to send.
 */
export function coinsFor(usdCents: number, usdPerCoin: number): string | undefined {
  const rate = parseDecimal(plainText(usdPerCoin));
  if (rate === undefined || rate === 0n) return undefined;
  const places = 10n ** 8n;
  const numerator = BigInt(usdCents) * places * oneScaled;
  const denominator = 100n * rate;
  return formatDecimal(((numerator + denominator / 2n) / denominator) * (oneScaled / places));
}

/** Groups the thousands for reading: `1234567.5` is `1,234,567.5`. Text to copy stays ungrouped. */
export function groupThousands(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** The rate for people: `$64,120.55`, `$0.00001234`. */
export function formatRate(usdPerCoin: number): string {
  const places =
    usdPerCoin >= 1 ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { maximumSignificantDigits: 5 };
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', ...places }).format(usdPerCoin);
}

/** A number as JavaScript writes it, without an exponent: `1.234e-5` is `0.00001234`. */
function plainText(value: number): string {
  const [digits = '', exponent] = String(value).split('e-');
  if (exponent === undefined) return digits;
  const [whole = '', fraction = ''] = digits.split('.');
  return `0.${'0'.repeat(Number(exponent) - 1)}${whole}${fraction}`;
}
