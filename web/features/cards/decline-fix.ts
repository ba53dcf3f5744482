import type { ReplyOf } from '#shared/contract/index.ts';
import { cents, formatCents, sum, type Cents } from '#shared/money.ts';
import { serverNow } from '#web/lib/server-clock.ts';

import { canBeUnfrozen, isFrozenForDebt, type Card } from './card-words.ts';
import { roomOf, roomText } from './load-check.ts';

type CardTransaction = ReplyOf<'cards.transactions'>['transactions'][number];

/** The cardholder's remedy for a declined purchase. */
export type DeclineFix =
  | { readonly kind: 'unfreeze' }
  | { readonly kind: 'load'; readonly amountCents: Cents; readonly label: string }
  | { readonly kind: 'advice'; readonly text: string };

/** Time after a decline for which its remedy is offered, in milliseconds. */
const offeredForMs = 3 * 24 * 60 * 60 * 1000;

/** True while the person may still want that purchase: nobody tries a decline of last month again. */
export function isWorthFixing(transaction: Pick<CardTransaction, 'transaction_date'>): boolean {
  return serverNow() - Date.parse(transaction.transaction_date) < offeredForMs;
}

/** Why a purchase was declined, in words that end in a full stop. */
export function declineWords(transaction: Pick<CardTransaction, 'decline_reason'>): string {
  const reason = transaction.decline_reason?.trim();
  if (!reason) return 'The merchant’s bank gave no reason.';
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}

/**
 * Finds the way out of a decline from its code and from the card's present state: the card may have been loaded or
 * unfrozen since. Undefined when there is nothing useful to say beyond the reason.
 */
export function fixFor(
  transaction: Pick<CardTransaction, 'decline_code' | 'amount'>,
  card: Pick<Card, 'balance' | 'held' | 'status' | 'limits' | 'frozenReasons'>,
): DeclineFix | undefined {
  switch (transaction.decline_code) {
    case 'insufficient_funds':
      return fixShortfall(transaction.amount, card);
    case 'card_frozen':
      if (isFrozenForDebt(card))
        return { kind: 'advice', text: 'Your account owes money. Pay what you owe, or add funds.' };
      if (card.status === 'freezed') return canBeUnfrozen(card) ? { kind: 'unfreeze' } : undefined;
      return card.status === 'active' ? { kind: 'advice', text: 'The card is active now. Try again.' } : undefined;
    case 'limit_month':
      return { kind: 'advice', text: 'The monthly limit resets on the 1st (UTC). Another card has its own.' };
    case 'limit_transaction':
      return transactionLimit(card);
    case 'wrong_3ds':
      return { kind: 'advice', text: 'Try again with the card’s 4-digit 3DS code.' };
    case 'merchant_blocked':
    case 'address_mismatch':
    case 'issuer':
    case 'other':
    case null:
      return undefined;
  }
}

/** Minimum load that is offered, in cents: nobody wants to pay a fee of a dollar to load less than one. */
const offeredMinCents = cents(100);

function transactionLimit({ limits }: Pick<Card, 'limits'>): DeclineFix {
  return { kind: 'advice', text: `The limit is ${formatCents(limits.transaction)} per transaction.` };
}

/**
 * Offers to load what was missing. Only an active card can be loaded, and unfreezing it would not bring the missing
 * money. Limits may have fallen since: a load is offered where the card has room for it and the purchase would then
 * pass.
 */
function fixShortfall(
  amount: Cents,
  card: Pick<Card, 'balance' | 'held' | 'status' | 'limits'>,
): DeclineFix | undefined {
  if (card.status !== 'active') return undefined;
  const missing = amount - card.balance;
  if (missing <= 0) return { kind: 'advice', text: 'There’s enough on the card now. Try again.' };
  const amountCents = cents(Math.max(missing, offeredMinCents));
  const { holdable, balance: most } = card.limits;
  const means = {
    cardBalance: sum(card.balance, card.held),
    cardBalanceLimit: holdable,
    isMonthsRest: holdable < most,
  };
  if (amountCents > roomOf(means)) return { kind: 'advice', text: roomText(means) };
  if (amount > card.limits.transaction) return transactionLimit(card);
  return { kind: 'load', amountCents, label: `Load card with ${formatCents(amountCents)}` };
}
