import { limits } from '#shared/limits.ts';

/** Why a card cannot be created now. */
export type CreateBlocker = {
  readonly kind: 'card-limit' | 'no-cardholder' | 'balance';
  readonly title: string;
  readonly text: string;
};

/** The rule's input. */
export type CreateFacts = {
  readonly cardCount: number;
  readonly cardholderId: string | null;
  readonly balance: number;
};

/**
 * Returns the rule that blocks creation, the one that the person can do least about first; undefined when none does.
 * The text asks for $20 although the block ends above $15: a referred user's bonus covers the rest, and the server's
 * refusal informs everybody else.
 */
export function createCardBlocker({ cardCount, cardholderId, balance }: CreateFacts): CreateBlocker | undefined {
  if (cardCount >= limits.cardsPerUser) {
    return {
      kind: 'card-limit',
      title: `You have ${limits.cardsPerUser} cards`,
      text: `That’s the maximum. Load one of them instead.`,
    };
  }
  if (cardholderId === null) {
    return {
      kind: 'no-cardholder',
      title: 'Your card profile is being prepared',
      text: 'This takes a moment after sign-up. You’ll be able to create a card as soon as it’s done.',
    };
  }
  if (balance <= limits.cardCreationBlockedAtCents) {
    return {
      kind: 'balance',
      title: 'A deposit of at least $20 is needed',
      text: 'The card costs $15.00 once; the other $5.00 is on it to spend right away.',
    };
  }
  return undefined;
}
