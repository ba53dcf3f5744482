import type { Prices } from '#shared/prices.ts';
import type { Settings } from '#functions/ports/entities/settings.ts';
import { planVersions } from './plan-versions.ts';
import { firstPriceVersion, priceVersionsOf } from './prices.ts';

/** Prices as staff ask for them. Without a number they are new. */
export type AskedPrices = Prices & { readonly version: number | undefined; readonly fromMs: number };

/** Number of versions that began and are kept. The audit log has all. */
const begunKept = 3;

/** Plans the prices that staff ask for, beside those that have begun. Throws what `planVersions` throws. */
export function planPrices(
  before: Settings | undefined,
  asked: readonly AskedPrices[],
  nowMs: number,
): Required<Pick<Settings, 'prices' | 'lastPriceVersion'>> {
  const known = {
    versions: priceVersionsOf(before ?? {}),
    lastNumber: before?.lastPriceVersion ?? firstPriceVersion.version,
  };
  const { versions, lastNumber } = planVersions(known, asked, nowMs, {
    field: 'prices',
    keptOf: (begun) => begun.slice(-begunKept),
  });
  return { prices: versions, lastPriceVersion: lastNumber };
}
