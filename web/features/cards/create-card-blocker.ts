import { limits } from '#shared/limits.ts';
import { cents, formatCents } from '#shared/money.ts';
import type { Prices } from '#shared/prices.ts';

import { shortDollars } from './price-words.ts';

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
  readonly prices: Pick<Prices, 'cardFeeCents' | 'firstLoadCents'>;
};

/**
 * Returns the rule that blocks creation; of several, the one that the person can do least about. Undefined when none
 * does. The text asks for fee and first load although a balance above the fee is not blocked: a referred user's bonus
 * covers the rest, and the server's refusal informs everybody else.
 */
export function createCardBlocker({
  cardCount,
  cardholderId,
  balance,
  prices,
}: CreateFacts): CreateBlocker | undefined {
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
  const { cardFeeCents: fee, firstLoadCents: first } = prices;
  if (balance <= fee) {
    const debt = cents(Math.max(0, -balance));
    const texts = [
      ...(debt > 0 ? [`You owe ${formatCents(debt)}, which a deposit pays first.`] : []),
      `The card costs ${formatCents(fee)} once; the other ${formatCents(first)} is on it to spend right away.`,
    ];
    return {
      kind: 'balance',
      title: `A deposit of at least ${shortDollars(debt + fee + first)} is needed`,
      text: texts.join(' '),
    };
  }
  return undefined;
}
