import { formatCents } from '#shared/money.ts';
import { limits } from '#shared/limits.ts';

/** The progress to the next payout. */
export type PayoutProgress = {
  /** 0 to 100, whole. */
  readonly percent: number;
  readonly text: string;
};

/** Computes the progress to the next payout from the cents that are still missing. */
export function payoutProgress(remainingCents: number): PayoutProgress {
  const unit = limits.referralPayoutUnitCents;
  const missing = Math.min(Math.max(0, remainingCents), unit);
  if (missing === 0) return { percent: 100, text: 'Ready for payout!' };
  return { percent: Math.floor(((unit - missing) * 100) / unit), text: `${formatCents(missing)} more needed` };
}
