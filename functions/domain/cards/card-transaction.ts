import type { Card, CardTransaction } from '#functions/ports/entities/cards.ts';

type Required = 'reference' | 'kind' | 'direction' | 'amountCents' | 'description' | 'atMs';

/** True for a line by which the issuer takes money off a card. */
export function isPayment({ kind }: Pick<CardTransaction, 'kind'>): boolean {
  return kind === 'purchase' || kind === 'fee';
}

/** Fields that come from the card. */
type Taken = 'cardId' | 'number' | 'userId' | 'sequence' | 'balanceAfterCents' | 'version';

/** Returns a line of a card's history. `card` is the card after it: its `transactionCount` counts the line already. */
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
