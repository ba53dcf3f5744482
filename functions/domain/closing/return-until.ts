import { closingLimits } from '#shared/closing-limits.ts';
import type { Closing } from '#functions/ports/entities/closing.ts';

/** Returns the time until which a sign-in opens a closed account again. */
export function returnUntilOf({ closedAtMs }: Pick<Closing, 'closedAtMs'>): number {
  return closedAtMs + closingLimits.returnMs;
}
