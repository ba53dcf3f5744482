import type { Card, CardTransaction } from '#functions/ports/entities/cards.ts';

type Required = 'reference' | 'kind' | 'direction' | 'amountCents' | 'description' | 'atMs';

/** True for a line that takes money off a card at the issuer's word. */
export function isPayment({ kind }: Pick<CardTransaction, 'kind'>): boolean {
  return kind === 'purchase' || kind === 'fee';
}

/** Fields that come from the card. */
type Taken = 'cardId' | 'number' | 'userId' | 'sequence' | 'balanceAfterCents' | 'version';

/** A line of a card's history, numbered by the card as it will be: `transactionCount` already counts it. */
export function cardTransactionOf(
  card: Card,
  line: Pick<CardTransaction, Required> & Partial<Omit<CardTransaction, Required | Taken>>,
): CardTransaction {
  return {
    cardId: card.cardId,
    number: card.transactionCount,
    userId: card.userId,
    sequence: card.sequence,
    balanceAfterCents: card.balanceCents,
    status: 'settled',
    declineReason: undefined,
    currency: 'USD',
    merchantName: '',
    merchantLogo: '',
    isRecurring: false,
    category: '',
    group: '',
    ...line,
    version: 1,
  };
}
