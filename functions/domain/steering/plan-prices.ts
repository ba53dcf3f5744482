import { AppError } from '#shared/errors.ts';
import { priceBounds } from '#shared/price-bounds.ts';
import type { Prices } from '#shared/prices.ts';
import type { PriceVersion, Settings } from '#functions/ports/entities/settings.ts';
import { firstPriceVersion, priceVersionsOf } from './prices.ts';

/** Prices as staff ask for them. Without a number they are new. */
export type AskedPrices = Prices & { readonly version: number | undefined; readonly fromMs: number };

/** Number of versions that began and are kept. The audit log has all. */
const begunKept = 3;

/**
 * Time before a beginning from which it can no longer be called off, in milliseconds: a function may know the settings of
 * 30 seconds ago, and all have to agree on the prices.
 */
const lastCallMs = 60_000;

/** The list of prices with the number that the latest version got. */
type Plan = Required<Pick<Settings, 'prices' | 'lastPriceVersion'>>;

/**
 * Plans the prices that staff ask for: what has begun stays as it is, what is to begin is as asked. A version that
 * changes in anything gets a new number, and no number comes twice. Throws AppError ValidationFailed for one that would
 * begin within 5 minutes, and Conflict for calling one off in its last minute.
 */
export function planPrices(before: Settings | undefined, asked: readonly AskedPrices[], nowMs: number): Plan {
  const known = priceVersionsOf(before ?? {});
  const begun = known.filter(({ fromMs }) => fromMs <= nowMs);
  const wanted = asked.filter((each) => !isOver(each, begun));
  const [kept, fresh] = [
    known.filter((each) => each.fromMs > nowMs && wanted.some((one) => isSame(one, each))),
    wanted.filter((one) => !known.some((each) => isSame(one, each))),
  ];
  const gone = known.filter((each) => each.fromMs > nowMs && !kept.includes(each));
  if (gone.some(({ fromMs }) => fromMs < nowMs + lastCallMs))
    throw new AppError('Conflict', 'These prices begin within a minute and can no longer be called off.');
  if (fresh.some(({ fromMs }) => fromMs < nowMs + priceBounds.aheadMs))
    throw invalid('must begin at least 5 minutes from now');
  if (kept.length + fresh.length > priceBounds.upcomingMax)
    throw invalid(`has more than ${priceBounds.upcomingMax} versions that are still to begin`);
  const moments = [...kept, ...fresh].map(({ fromMs }) => fromMs);
  if (new Set(moments).size < moments.length) throw invalid('must not begin at the same time as others');
  const last = before?.lastPriceVersion ?? firstPriceVersion.version;
  const numbered = fresh
    .toSorted((one, other) => one.fromMs - other.fromMs)
    .map((prices, place) => ({ ...prices, version: last + place + 1 }));
  return {
    prices: [...begun.slice(-begunKept), ...[...kept, ...numbered].toSorted((one, other) => one.fromMs - other.fromMs)],
    lastPriceVersion: last + numbered.length,
  };
}

/** True for a version that began, as it is kept or was kept once: lists that staff read have it, and it stays. */
function isOver(asked: AskedPrices, begun: readonly PriceVersion[]): boolean {
  const isNoLongerKept = asked.version !== undefined && asked.fromMs < (begun[0]?.fromMs ?? 0);
  return isNoLongerKept || begun.some((each) => isSame(asked, each));
}

function isSame(one: AskedPrices, other: PriceVersion): boolean {
  const names = ['version', 'fromMs', 'cardFeeCents', 'firstLoadCents', 'loadPercent', 'loadFixedCents'] as const;
  return names.every((name) => one[name] === other[name]);
}

function invalid(why: string): AppError {
  return new AppError('ValidationFailed', `prices ${why}.`, { fields: { prices: why } });
}
