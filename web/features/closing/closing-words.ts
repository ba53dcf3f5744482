import { closingLimits } from '#shared/closing-limits.ts';
import { formatCents, sum, type Cents } from '#shared/money.ts';
import type { CurrentUser } from '#web/session/use-user.ts';

/** Days in which a sign-in keeps a closed account. */
export const returnDays = closingLimits.returnMs / 86_400_000;

/** The reason why an account cannot be closed yet. One that ends by itself is waited for. */
export type Obstacle = { readonly text: string; readonly endsByItself: boolean };

/** Returns what is in the way of closing the account, as far as the site knows; undefined when nothing is. */
export function obstacleOf(
  { balance, held, closingCards = 0 }: Pick<CurrentUser, 'balance' | 'held' | 'closingCards'>,
  cards: readonly { readonly balance: Cents }[],
): Obstacle | undefined {
  // Money left after the last card can be spent only with a new card, which costs a fee.
  const total = sum(balance, ...cards.map((card) => card.balance));
  // A debt freezes the cards, and withdrawing pays it: until then nothing can be spent.
  const isTooMuch = balance >= 0 && total > closingLimits.waivedMaxCents;
  if (cards.length > 0) {
    if (!isTooMuch) return toDo(`Delete your ${cards.length === 1 ? 'card' : `${cards.length} cards`} first.`);
  } else if (balance < 0) return toDo(`Your account owes ${formatCents(-balance)}. Pay it with a deposit first.`);
  else if (closingCards > 0) return toWaitFor('A card that you deleted is still being closed by the card issuer.');
  else if (held > 0) return toWaitFor('Money is still on its way.');
  if (!isTooMuch) return undefined;
  return toDo(
    `You have ${formatCents(total)}. Spend it first: at most ${formatCents(closingLimits.waivedMaxCents)} can be given up.`,
  );
}

function toDo(text: string): Obstacle {
  return { text, endsByItself: false };
}

function toWaitFor(text: string): Obstacle {
  return {
    text: `${text} This takes a few minutes: you can close the account here as soon as it’s done.`,
    endsByItself: true,
  };
}
