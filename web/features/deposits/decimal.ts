/** A decimal number without binary floats: 1.25 is 125 at scale 2. */
type Decimal = { readonly digits: bigint; readonly scale: number };

/** Reads `12`, `0.00001234` or `1.234e-5`; undefined for anything else. Never negative. */
function read(text: string): Decimal | undefined {
  const match = /^(\d+)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i.exec(text.trim());
  if (!match) return undefined;
  const fraction = match[2] ?? '';
  const scale = fraction.length - Number(match[3] ?? '0');
  const digits = BigInt(`${match[1] ?? '0'}${fraction}`);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

function write(digits: bigint, scale: number): string {
  const padded = digits.toString().padStart(scale + 1, '0');
  const whole = padded.slice(0, padded.length - scale);
  const fraction = scale === 0 ? '' : padded.slice(-scale).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** −1, 0 or 1, as `a` is less than, the same as or more than `b`. What is no number counts as 0. */
export function compareDecimals(a: string, b: string): -1 | 0 | 1 {
  const left = read(a) ?? { digits: 0n, scale: 0 };
  const right = read(b) ?? { digits: 0n, scale: 0 };
  const difference = left.digits * 10n ** BigInt(right.scale) - right.digits * 10n ** BigInt(left.scale);
  if (difference === 0n) return 0;
  return difference > 0n ? 1 : -1;
}

/** `a` times a whole number, exactly. */
export function timesWhole(a: string, factor: number): string {
  const value = read(a) ?? { digits: 0n, scale: 0 };
  return write(value.digits * BigInt(factor), value.scale);
}

/**
 * How much of a coin an amount of dollars buys: USD ÷ rate, to at most eight decimals, rounded half up. Undefined while
 * there is no rate to divide by. An estimate for the eye: the invoice fixes what is to be sent.
 */
export function coinsFor(usdCents: number, usdPerCoin: number): string | undefined {
  const rate = read(String(usdPerCoin));
  if (!rate || rate.digits === 0n) return undefined;
  const places = 8;
  const numerator = BigInt(usdCents) * 10n ** BigInt(rate.scale + places);
  const denominator = 100n * rate.digits;
  return write((numerator + denominator / 2n) / denominator, places);
}

/** Groups the thousands for reading: `1234567.5` is `1,234,567.5`. What is copied stays ungrouped. */
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
