import type { ReplyOf } from '#shared/contract/index.ts';
import { sum } from '#shared/money.ts';
import { ApiError } from '#web/lib/api-error.ts';

type Statement = ReplyOf<'transactions.statement'>;

/** Reads the statement of a period that begins with `from` and ends before `to`. */
type Read = (query: { readonly from: string; readonly to: string }) => Promise<Statement>;

/** Minimum length of a period that is divided, in milliseconds. */
const dividedMinMs = 60_000;

/**
 * Reads the statement of a period in as many replies as it takes: one that has too many lines for a reply is read in two
 * halves, which share the balance between them. Throws what reading throws.
 */
export async function readWholeStatement(read: Read, from: Date, to: Date): Promise<Statement> {
  try {
    return await read({ from: from.toISOString(), to: to.toISOString() });
  } catch (error) {
    const isTooLong = error instanceof ApiError && error.is('ValidationFailed') && error.fields?.['to'] !== undefined;
    if (!isTooLong || to.getTime() - from.getTime() < dividedMinMs) throw error;
  }
  const middle = new Date((from.getTime() + to.getTime()) / 2);
  const earlier = await readWholeStatement(read, from, middle);
  const later = await readWholeStatement(read, middle, to);
  return {
    from: earlier.from,
    to: later.to,
    opening: earlier.opening,
    closing: later.closing,
    moneyIn: sum(earlier.moneyIn, later.moneyIn),
    moneyOut: sum(earlier.moneyOut, later.moneyOut),
    fees: sum(earlier.fees, later.fees),
    lines: [...earlier.lines, ...later.lines],
  };
}
