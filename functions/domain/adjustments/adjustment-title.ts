import type { Adjustment } from '#functions/ports/entities/adjustments.ts';

/** The words of an adjustment's line, in the activity and on a statement. */
export function adjustmentTitle({ reverses }: Pick<Adjustment, 'reverses'>): string {
  return reverses === undefined ? 'Adjustment by Satchel' : 'Reversal of an adjustment by Satchel';
}
