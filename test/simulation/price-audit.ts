import type { Operation } from '#functions/ports/entities/operations.ts';
import type { ActivityLine } from '#functions/ports/entities/books.ts';
import { Violation } from './audit.ts';

/** The prices of each story by their version: the second ones begin in the middle of the story. */
export const pricesOfStory = {
  1: { cardFeeCents: 1_500, firstLoadCents: 500, hundredths: 300, loadFixedCents: 100 },
  2: { cardFeeCents: 1_200, firstLoadCents: 700, hundredths: 425, loadFixedCents: 110 },
} as const;

/** Tolerated difference of two processes' clocks, in milliseconds. */
const skewMs = 5_000;

/**
 * Checks the prices of all orders at the end (I36): each has the version of prices that held when it was asked for, and
 * costs what that version says. The fee of a load may be a cent higher, by rounding. Throws a Violation.
 */
export function priceAudit(
  operations: readonly Operation[],
  lines: readonly ActivityLine[],
  secondFromMs: number,
): void {
  const asked = new Map<string, number>(lines.map(({ subjectId, createdAtMs }) => [subjectId, createdAtMs]));
  for (const { operationId, kind, amountCents, feeCents, priceVersion, createdAtMs } of operations) {
    if (kind !== 'card_creation' && kind !== 'card_load') continue;
    if (priceVersion !== 1 && priceVersion !== 2) throw new Violation('I36', `${operationId} has no prices`);
    const { cardFeeCents, firstLoadCents, hundredths, loadFixedCents } = pricesOfStory[priceVersion];
    // A process may stand still between the request and the write of the order.
    const askedAtMs = asked.get(operationId) ?? createdAtMs;
    if (priceVersion === 2 && askedAtMs < secondFromMs - skewMs)
      throw new Violation('I36', `${operationId} is at prices ${priceVersion}, which have not begun`);
    if (priceVersion === 1 && askedAtMs > secondFromMs + skewMs)
      throw new Violation('I36', `${operationId} is at prices ${priceVersion}, which others had replaced`);
    const feeDue =
      kind === 'card_creation' ? cardFeeCents : Math.ceil((amountCents * hundredths) / 10_000) + loadFixedCents;
    const oddCents = feeCents - feeDue;
    const isExact = kind === 'card_load' ? oddCents === 0 || oddCents === 1 : oddCents === 0;
    if (!isExact || (kind === 'card_creation' && amountCents !== firstLoadCents))
      throw new Violation('I36', `${operationId} costs ${feeCents} for ${amountCents}, at prices ${priceVersion}`);
  }
}
