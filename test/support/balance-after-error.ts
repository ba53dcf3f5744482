import type { ActivityLine, Entry } from '#functions/ports/entities/books.ts';

/**
 * Returns the error of the balance that an activity line shows, in words; undefined when it is right. A booked line
 * shows the balance after its own entry in the wallet. A bonus shows none: it is posted when its card is ordered, and
 * listed when the card is there.
 */
export function balanceAfterError(
  line: ActivityLine,
  entryOf: (sequence: number) => Entry | undefined,
): string | undefined {
  const { subjectId, kind, paidCents, sequence = 0, balanceAfterCents } = line;
  if (balanceAfterCents === undefined)
    return paidCents > 0 && kind !== 'referral_bonus' ? `${subjectId} is booked and notes no balance` : undefined;
  const entry = entryOf(sequence);
  const { available = 0, debt = 0 } = entry?.after ?? {};
  if (balanceAfterCents !== available - debt)
    return `${subjectId} notes ${balanceAfterCents} after entry ${sequence}, which has ${available - debt}`;
  if (!ownRecords(kind, subjectId).test(entry?.journalId ?? ''))
    return `${subjectId} notes the balance after ${entry?.journalId}`;
  return undefined;
}

/** The ids of the records that a line may note; an account that is closed sets aside after each. */
function ownRecords(kind: ActivityLine['kind'], subjectId: string): RegExp {
  // In tests, a deposit may stand for the money that a person began with.
  if (!subjectId.startsWith('mov_') || kind === 'referral_payout') return new RegExp(`^(${subjectId}|opening):`);
  return kind === 'adjustment' ? /:(adjusted|corrected)(:unclaimed)?$/ : /:emptied(:unclaimed)?$/;
}
