/** Invented, fixed rates: what one unit of a currency is worth in millionths of a dollar. */
const microDollars: ReadonlyMap<string, number> = new Map([
  ['USD', 1_000_000],
  ['EUR', 1_080_000],
  ['GBP', 1_270_000],
  ['CAD', 730_000],
  ['AUD', 660_000],
  ['CHF', 1_130_000],
  ['NGN', 650],
  ['GHS', 65_000],
  ['KES', 7_700],
  ['ZAR', 55_000],
  ['INR', 11_900],
]);

/** US cents for hundredths of another currency, marked up and rounded up; `undefined` for a currency without a rate. */
export function toUsCents(hundredths: number, currency: string, markupBasisPoints: number): number | undefined {
  const rate = microDollars.get(currency.toUpperCase());
  if (rate === undefined) return undefined;
  if (rate === 1_000_000) return hundredths;
  const exact = BigInt(hundredths) * BigInt(rate) * BigInt(10_000 + markupBasisPoints);
  const unit = 10_000_000_000n;
  return Number((exact + unit - 1n) / unit);
}

/** Units of every other currency for one dollar, under keys such as `NGN-USD`. */
export function quotes(): Record<string, number> {
  return Object.fromEntries(
    [...microDollars].filter(([code]) => code !== 'USD').map(([code, rate]) => [`${code}-USD`, 1_000_000 / rate]),
  );
}
