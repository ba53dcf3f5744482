import { closingLimits } from '#shared/closing-limits.ts';
import { formatCents } from '#shared/money.ts';
import type { CurrentUser } from '#web/session/use-user.ts';

/** Days in which a sign-in keeps a closed account. */
export const returnDays = closingLimits.returnMs / 86_400_000;

/** The reason why an account cannot be closed yet. One that ends by itself is waited for. */
export type Obstacle = { readonly text: string; readonly endsByItself: boolean };

/** Returns what is in the way of closing the account, as far as the site knows; undefined when nothing is. */
export function obstacleOf(
  { balance, held, closingCards = 0 }: Pick<CurrentUser, 'balance' | 'held' | 'closingCards'>,
  cards: number,
): Obstacle | undefined {
  if (cards > 0) return toDo(`Delete your ${cards === 1 ? 'card' : `${cards} cards`} first.`);
  if (balance < 0) return toDo(`Your account owes ${formatCents(-balance)}. Pay it with a deposit first.`);
  if (closingCards > 0) {
    const closing = closingCards === 1 ? 'The card that you deleted is' : 'The cards that you deleted are';
    return toWaitFor(`${closing} still being closed by the card issuer.`);
  }
  if (held > 0) return toWaitFor('Money is still on its way.');
  if (balance > closingLimits.waivedMaxCents) {
    return toDo(
      `Your balance is ${formatCents(balance)}. Spend it first: at most ${formatCents(closingLimits.waivedMaxCents)} can be given up.`,
    );
  }
  return undefined;
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
