import { formatCents, zero } from '#shared/money.ts';
import type { ActivityLine } from '#functions/ports/entities/books.ts';

/** Reasons why the credit of a deposit cannot be spent, by the status of its line. */
const holds: Readonly<Partial<Record<ActivityLine['status'], string>>> = {
  locked: 'on hold for a review',
  refund_process: 'on hold for a refund',
};

/**
 * Returns the text of an activity line. A deposit has one line for all of its life, so its text also says what became of
 * its credit: the balance changed although no other line shows it. Only staff see the line of a canceled deposit.
 */
export function lineDescription({
  kind,
  description,
  status,
  paidCents,
  takenBackCents = zero,
  isHidden = false,
}: ActivityLine): string {
  if (kind !== 'deposit') return description;
  if (isHidden) return `${description} · canceled`;
  const hold = holds[status];
  if (hold !== undefined && paidCents > 0) return `${description} · ${formatCents(paidCents)} ${hold}`;
  return paidCents === 0 && takenBackCents > 0
    ? `${description} · ${formatCents(takenBackCents)} added, then taken back`
    : description;
}
