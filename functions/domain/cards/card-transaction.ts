import type { Card, CardTransaction } from '#functions/ports/entities/cards.ts';
import { insert, type Write } from '#functions/ports/store.ts';
import type { Posting } from '#functions/domain/ledger/posting.ts';

type Required = 'reference' | 'kind' | 'direction' | 'amountCents' | 'description' | 'atMs';

/** True for a line by which the issuer takes money off a card. */
export function isPayment({ kind }: Pick<CardTransaction, 'kind'>): boolean {
  return kind === 'purchase' || kind === 'fee';
}

/** Fields that come from the card. */
type Taken = 'cardId' | 'number' | 'userId' | 'sequence' | 'balanceAfterCents' | 'version';

/** A line of a card's history, without what comes from the card. */
export type CardLine = Pick<CardTransaction, Required> & Partial<Omit<CardTransaction, Required | Taken>>;

/** Returns the line of a card's history that a posting adds, and counts it in the posting's card. */
export function nextCardLine(posting: Posting, line: CardLine): CardTransaction {
  const { card } = posting.changeCard({ transactionCount: posting.card.transactionCount + 1 });
  return cardTransactionOf(card, line);
}

/** Returns the line by which a deleted card's money moves to the balance, or its debt is paid from there. */
export function closingLine(
  posting: Posting,
  { isGain = true, ...line }: Pick<CardLine, 'reference' | 'amountCents' | 'atMs'> & { readonly isGain?: boolean },
): Write {
  const [direction, description] = isGain
    ? (['debit', 'Moved to balance'] as const)
    : (['credit', 'Paid from balance'] as const);
  return insert('cardTransaction', nextCardLine(posting, { ...line, kind: 'closing', direction, description }));
}

/** Returns a line of a card's history. `card` is the card after it: its `transactionCount` counts the line already. */
export function cardTransactionOf(card: Card, line: CardLine): CardTransaction {
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
