import { formatCents } from '#shared/money.ts';
import { limits } from '#shared/limits.ts';

/** The progress to the next payout. */
export type PayoutProgress = {
  /** 0 to 100, whole. */
  readonly percent: number;
  readonly text: string;
};

/**
 * Computes the progress to the next payout from the cents that are still missing: more than a unit after paid rewards
 * were taken back.
 */
export function payoutProgress(missingCents: number): PayoutProgress {
  const unit = limits.referralPayoutUnitCents;
  return missingCents > 0
    ? {
        percent: Math.max(0, Math.floor(((unit - missingCents) * 100) / unit)),
        text: `${formatCents(missingCents)} more needed`,
      }
    : { percent: 100, text: 'Ready for payout!' };
}
