import { zero } from '#shared/money.ts';
import type { ActivityLine } from '#functions/ports/entities/books.ts';

type Required = 'userId' | 'subjectId' | 'kind' | 'direction' | 'amountCents' | 'email' | 'description' | 'createdAtMs';

/** Returns the line of a move that is complete when it is listed: paid in full and without a fee. */
export function completedLine(
  line: Pick<ActivityLine, Required> & Partial<Omit<ActivityLine, Required | 'version'>>,
): ActivityLine {
  return {
    tid: line.subjectId,
    paidCents: line.amountCents,
    feeCents: zero,
    status: 'completed',
    cardId: undefined,
    paymentUrl: undefined,
    updatedAtMs: line.createdAtMs,
    ...line,
    version: 1,
  };
}
