import { cardLimitBounds, type CardLimits } from '#shared/card-limits.ts';
import type { LimitVersion, Settings } from '#functions/ports/entities/settings.ts';
import { firstLimitVersion, limitVersionsOf } from './card-limits.ts';
import { invalidPlan, planVersions } from './plan-versions.ts';

/** Limits as staff ask for them. Without a number they are new. */
export type AskedLimits = CardLimits & { readonly version: number | undefined; readonly fromMs: number };

/** Number of versions that began last and are always kept, as for prices. */
const begunKept = 3;

/**
 * Plans the limits that staff ask for, beside those that have begun. A begun version is kept while it binds a card: no
 * later version is as low in both limits. Throws as `planVersions` does, and AppError ValidationFailed when too many
 * versions still bind cards.
 */
export function planLimits(
  before: Settings | undefined,
  asked: readonly AskedLimits[],
  nowMs: number,
): Required<Pick<Settings, 'limits' | 'lastLimitVersion'>> {
  const known = {
    versions: limitVersionsOf(before ?? {}),
    lastNumber: before?.lastLimitVersion ?? firstLimitVersion.version,
  };
  const { versions, lastNumber } = planVersions(known, asked, nowMs, {
    field: 'limits',
    keptOf: (begun) => begun.filter((each, place) => place >= begun.length - begunKept || binds(each, begun, place)),
  });
  // None of these versions may be dropped: the limits of the cards that it binds would rise.
  if (versions.filter(({ fromMs }) => fromMs <= nowMs).length > cardLimitBounds.bindingMax)
    throw invalidPlan('limits', `has more than ${cardLimitBounds.bindingMax} versions that still bind cards`);
  return { limits: versions, lastLimitVersion: lastNumber };
}

/** True while no later version is at most as high in both limits. */
function binds(version: LimitVersion, begun: readonly LimitVersion[], place: number): boolean {
  return !begun
    .slice(place + 1)
    .some(
      (later) => later.balanceCents <= version.balanceCents && later.monthlySpendCents <= version.monthlySpendCents,
    );
}
