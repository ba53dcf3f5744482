import { AppError } from '#shared/errors.ts';
import { least, sum, zero, type Cents } from '#shared/money.ts';
import type { Card, CardTransaction } from '#functions/ports/entities/cards.ts';
import type { Store } from '#functions/ports/store.ts';
import { isPayment } from '#functions/domain/cards/card-transaction.ts';
import { purchaseReferenceOf } from '#functions/domain/cards/purchase-reference.ts';

/** Number of lines that are read at once. */
const linesAtOnce = 250;

/** Maximum number of lines searched, the newest first. */
const linesMax = 4_000;

/** A payment of a card, and its refunds. */
export type FoundPayment = { readonly line: CardTransaction; readonly refundedCents: Cents };

/**
 * Finds a payment by any of its references. Its refunds have higher numbers, so they are read before it. Throws
 * AppError NotFound, also for a payment that is older than the newest 4,000 lines.
 */
export async function findPayment(
  store: Pick<Store, 'listCardTransactions'>,
  { cardId, transactionCount }: Pick<Card, 'cardId' | 'transactionCount'>,
  reference: string,
): Promise<FoundPayment> {
  const oldest = Math.max(1, transactionCount - linesMax + 1);
  const refunds: CardTransaction[] = [];
  for (let to = transactionCount; to >= oldest; to -= linesAtOnce) {
    const from = Math.max(oldest, to - linesAtOnce + 1);
    const lines = await store.listCardTransactions(cardId, { from, to });
    refunds.push(...lines.filter(({ kind }) => kind === 'refund' || kind === 'reversal'));
    const line = lines.find((each) => isPayment(each) && namesOf(each).has(reference));
    if (!line) continue;
    // A refund may name its payment by another reference than the one that was asked for.
    const names = namesOf(line);
    const own = refunds.filter((each) => [...namesOf(each)].some((name) => names.has(name)));
    return { line, refundedCents: least(sum(zero, ...own.map(({ amountCents }) => amountCents)), line.amountCents) };
  }
  throw new AppError('NotFound', 'Payment not found.');
}

/** The references of a line, and of the purchase that it belongs to. */
export function namesOf({
  reference,
  references = [],
}: Pick<CardTransaction, 'reference' | 'references'>): Set<string> {
  return new Set([reference, ...references].flatMap((each) => [each, purchaseReferenceOf(each)]));
}
