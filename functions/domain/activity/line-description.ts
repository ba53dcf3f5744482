import { formatCents, zero } from '#shared/money.ts';
import type { ActivityLine } from '#functions/ports/entities/books.ts';

/**
 * Returns the text of an activity line. A deposit has one line for all of its life, so its text also says what became of
 * its credit: the balance changed although no other line shows it. It names a surplus that waits for a decision. Only
 * staff see the line of a canceled deposit.
 */
export function lineDescription({
  kind,
  description,
  status,
  paidCents,
  frozenCents = zero,
  takenBackCents = zero,
  surplusCents = zero,
  isHidden = false,
}: ActivityLine): string {
  if (kind !== 'deposit') return description;
  if (isHidden) return `${description} · canceled`;
  if (frozenCents > 0) {
    return `${description} · ${formatCents(frozenCents)} on hold for a ${status === 'refund_process' ? 'refund' : 'review'}`;
  }
  if (surplusCents > 0) return `${description} · ${formatCents(surplusCents)} more under review`;
  return paidCents === 0 && takenBackCents > 0
    ? `${description} · ${formatCents(takenBackCents)} added, then taken back`
    : description;
}
