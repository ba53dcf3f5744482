import type { Card } from './card-words.ts';

/** Says why a card was deleted, unless its owner asked for it, and where its money and later refunds go. */
export function deletedCardWords({ statusReason }: Pick<Card, 'statusReason'>): string {
  // When the issuer closed the card, the reason says what became of its balance, which may have been negative.
  const isClosed = statusReason?.startsWith('The card issuer closed this card') === true;
  const sentences = [
    ...(statusReason === null || statusReason === 'This card was deleted.' ? [] : [statusReason]),
    ...(isClosed ? [] : ['What was left on it is back in your balance.']),
    'Refunds that come later go to your balance.',
  ];
  return sentences.join(' ');
}
