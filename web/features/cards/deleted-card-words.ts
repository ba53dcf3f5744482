import type { Card } from './card-words.ts';

/** Says why a deleted card ended, where that was not its owner's wish, and where its money went and goes. */
export function deletedCardWords({ statusReason }: Pick<Card, 'statusReason'>): string {
  // Of a card that its issuer closed, the reason says what came of its balance: it may have owed.
  const isClosed = statusReason?.startsWith('The card issuer closed this card') === true;
  const sentences = [
    ...(statusReason === null || statusReason === 'This card was deleted.' ? [] : [statusReason]),
    ...(isClosed ? [] : ['What was left on it is back in your balance.']),
    'Refunds that come later go to your balance.',
  ];
  return sentences.join(' ');
}
