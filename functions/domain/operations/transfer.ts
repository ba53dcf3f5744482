import type { Operation } from '#functions/ports/entities/operations.ts';
import { insert } from '#functions/ports/store.ts';
import type { Cents } from '#shared/money.ts';
import { cardTransactionOf } from '../cards/card-transaction.ts';
import { emptyDeletedCard } from '../cards/empty-deleted-card.ts';
import { cardDescription } from '../cards/card-description.ts';
import type { Posting } from '../ledger/posting.ts';
import { activityEnd } from './operation-end.ts';
import type { OperationNeeds, Settlement } from './operation-steps.ts';
import type { ProviderAnswer } from '#functions/ports/provider-answer.ts';

/**
 * The writes of a transfer that happened: what was posted, its line in the card's history, and the end of the activity line
 * that shows it. If the issuer deleted the card meanwhile, what is left on it goes back to the balance with it.
 */
export async function transferSettled(
  needs: Pick<OperationNeeds, 'store' | 'random'>,
  operation: Operation,
  posting: Posting,
  line: Pick<
    Parameters<typeof cardTransactionOf>[1],
    'kind' | 'direction' | 'amountCents' | 'description' | 'isAutomatic'
  >,
  paidCents: Cents,
  nowMs: number,
): Promise<Settlement> {
  const shown = cardTransactionOf(posting.card, { reference: operation.operationId, ...line, atMs: nowMs });
  // A load moved the balance when it was set aside.
  const moved = operation.kind === 'card_withdrawal' ? { balanceAfter: posting.balanceAfter } : {};
  const rest = await emptyDeletedCard(needs, posting, {
    cause: `${operation.operationId}:settled`,
    kinds: ['card_closing', 'card_charge'],
    description: cardDescription('Rest of the deleted card', posting.card),
    atMs: nowMs,
  });
  const ended = await activityEnd(needs.store, operation, { status: 'completed', paidCents, ...moved }, nowMs);
  return { writes: [...(await posting.writes(needs.store)), insert('cardTransaction', shown), ...rest, ...ended] };
}

/** The card that a transfer is about. Throws for an operation that names none: it was not made by a transfer's request. */
export function cardOf({ operationId, cardId, issuerCardId }: Operation): {
  readonly cardId: NonNullable<Operation['cardId']>;
  readonly issuerCardId: string;
} {
  if (cardId === undefined || issuerCardId === undefined) throw new Error(`${operationId} names no card`);
  return { cardId, issuerCardId };
}

/**
 * True when the issuer, asked about a transfer, has no such card: it does not know the transfer either, and sending it
 * again gives certainty.
 */
export function isNoSuchCard(answer: ProviderAnswer<unknown>): boolean {
  return answer.outcome === 'declined' && answer.reason === 'card_not_found';
}
