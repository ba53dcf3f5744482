import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { minus, type Cents } from '#shared/money.ts';
import type { FloatReading } from '#functions/ports/entities/float.ts';

/*
 * The breaker refuses a load or a new card that our float at the issuer cannot pay, before anything is held.
 *
 * It decides on the latest reading alone, which the request reads in a batch that it makes anyway: a sum that every
 * request changes would be one hot item on the path of all money. So requests of the same five minutes do not see each
 * other. The floor has to cover them; what slips past it is refused by the issuer itself, released with nothing charged,
 * and makes the next reading at once (`rereadFloat`).
 */

/** Maximum age of a reading that refuses anything, in milliseconds. An older one only warns. */
export const freshMs = 30 * 60_000;

/** Time after which a refused request is worth another try, in seconds: the next reading is there by then. */
const retryAfterSeconds = 5 * 60;

/** Reference to the latest reading, for a request that reads it together with other entities. */
export const floatRef = { kind: 'float', key: { currency: 'USD' } } as const;

type Bounds = Pick<FloatReading, 'balanceCents' | 'heldCents' | 'floorCents'>;

/** Returns the amount that may still leave the float by a reading, in cents; negative below the floor. */
export function headroomOf({ balanceCents, heldCents, floorCents }: Bounds): Cents {
  return minus(minus(balanceCents, heldCents), floorCents);
}

/** True when the float has no room for even the smallest load. */
export function isOpenAt(bounds: Bounds): boolean {
  return headroomOf(bounds) < limits.loadMinCents;
}

/** True for a reading that is too old to refuse anything. */
export function isOld({ atMs }: Pick<FloatReading, 'atMs'>, nowMs: number): boolean {
  return nowMs - atMs > freshMs;
}

/** True when a fresh reading has no room for an amount. Without a reading, or with an old one, nothing is refused. */
export function isFloatShort(reading: FloatReading | undefined, amountCents: Cents, nowMs: number): boolean {
  return reading !== undefined && !isOld(reading, nowMs) && amountCents > headroomOf(reading);
}

const words = {
  load: 'Cards can’t be loaded right now. Nothing was charged; please try again in a few minutes.',
  creation: 'New cards can’t be made right now. Nothing was charged; please try again in a few minutes.',
} as const;

/** Throws AppError TemporarilyUnavailable when a fresh reading of the float has no room for an amount. */
export function refuseShortFloat(
  reading: FloatReading | undefined,
  wanted: { readonly what: keyof typeof words; readonly amountCents: Cents },
  nowMs: number,
): void {
  if (!isFloatShort(reading, wanted.amountCents, nowMs)) return;
  throw new AppError('TemporarilyUnavailable', words[wanted.what], { retryAfterSeconds });
}
