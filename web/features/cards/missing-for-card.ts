import { cents, formatCents } from '#shared/money.ts';

import type { CreateBlocker } from './create-card-blocker.ts';

/**
 * Returns the rule that blocks creation once it is known what a bonus adds: the balance is above the fee, and lacks
 * `missingCents` of what a card takes. Undefined when nothing is missing.
 */
export function missingForCard(missingCents: number, costsCents: number): CreateBlocker | undefined {
  if (missingCents <= 0) return undefined;
  return {
    kind: 'balance',
    title: `${formatCents(cents(missingCents))} is missing`,
    text: `A card takes ${formatCents(cents(costsCents))}: the fee, and what is on the card to spend right away.`,
  };
}
