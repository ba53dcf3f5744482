import type * as z from 'zod/mini';
import type { LimitVersion as WireLimits } from '#shared/contract/prices.ts';
import { firstCardLimits, firstCardLimitsNumber, type CardLimits } from '#shared/card-limits.ts';
import { least } from '#shared/money.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { LimitVersion, SteeringValues } from '#functions/ports/entities/settings.ts';

/** The limits before staff changed any. */
export const firstLimitVersion: LimitVersion = { version: firstCardLimitsNumber, fromMs: 0, ...firstCardLimits };

/** Returns the known versions of the limits, in the order of their beginning. */
export function limitVersionsOf({ limits }: Pick<SteeringValues, 'limits'>): readonly LimitVersion[] {
  return limits ?? [firstLimitVersion];
}

/** Returns the limits at a time, with which a new card is made: those that began last. */
export function limitsAt(steering: Pick<SteeringValues, 'limits'>, atMs: number): LimitVersion {
  return limitVersionsOf(steering).findLast(({ fromMs }) => fromMs <= atMs) ?? firstLimitVersion;
}

/** Returns the limits that follow those of a time; undefined when none are planned. */
export function nextLimitsAt(steering: Pick<SteeringValues, 'limits'>, atMs: number): LimitVersion | undefined {
  return limitVersionsOf(steering).find(({ fromMs }) => fromMs > atMs);
}

/** Returns the limits that a card was made with, and that the issuer enforces. */
export function madeWith({ limits }: Pick<Card, 'limits'>): CardLimits {
  return limits ?? firstCardLimits;
}

/**
 * Returns the limits of a card at a time: the lowest of those it was made with and of all that have begun since. They
 * never rise.
 */
export function limitsOf(
  card: Pick<Card, 'limits' | 'createdAtMs'>,
  steering: Pick<SteeringValues, 'limits'>,
  atMs: number,
): CardLimits {
  const since = limitVersionsOf(steering).filter(({ fromMs }) => fromMs > card.createdAtMs && fromMs <= atMs);
  return since.reduce(
    (lowest, each) => ({
      balanceCents: least(lowest.balanceCents, each.balanceCents),
      monthlySpendCents: least(lowest.monthlySpendCents, each.monthlySpendCents),
    }),
    madeWith(card),
  );
}

/** Describes a version of the limits for the API. */
export function describeLimits({
  version,
  fromMs,
  balanceCents,
  monthlySpendCents,
}: LimitVersion): z.input<typeof WireLimits> {
  return { version, from: new Date(fromMs).toISOString(), balanceCents, monthlySpendCents };
}
