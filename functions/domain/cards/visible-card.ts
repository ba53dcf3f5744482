import { AppError } from '#shared/errors.ts';
import type { Card } from '#functions/ports/entities/cards.ts';

/** A card's status on the wire. */
export type CardStatus = 'pending' | 'active' | 'freezed' | 'blocked' | 'deleted';

/** What the issuer is to have: frozen while the account is suspended, else what its owner wants. */
export function wantedOf({ isSuspended, desired }: Card): Card['desired'] {
  return isSuspended ? 'frozen' : desired;
}

/** What a card is to its owner. Frozen counts from the moment it is wanted; active only once the issuer has it so. */
export function statusOf(card: Card): CardStatus {
  if (card.lifecycle === 'creating') return 'pending';
  // On its way out: nothing can be done with it any more.
  if (card.lifecycle === 'closing') return 'freezed';
  if (card.lifecycle !== 'open') return 'deleted';
  if (card.isSuspended || card.blockedReason !== undefined) return 'blocked';
  // One that is only short of money is no frozen one: a load is what it needs, and is let through.
  return card.desired === 'active' && (card.actual === 'active' || card.isShortOfMoney) ? 'active' : 'freezed';
}

/** Why a card is not active, or does not pay though it is, in words; undefined when nothing is the matter. */
export function statusReasonOf(card: Card): string | undefined {
  if (card.lifecycle === 'closing') return 'The card is being deleted.';
  switch (statusOf(card)) {
    case 'pending':
      return 'The card is being created.';
    case 'active':
      return card.isShortOfMoney
        ? 'The card could not pay its monthly $1 and declines every purchase. Load it, and it works again.'
        : undefined;
    case 'freezed':
      if (card.desired === 'active') return 'The card is being unfrozen.';
      return card.freezeReason ?? 'You froze this card. Every purchase is declined until you unfreeze it.';
    case 'blocked':
      return card.isSuspended ? 'Your account is suspended. Please contact support.' : card.blockedReason;
    case 'deleted':
      return card.blockedReason ?? 'This card was deleted.';
  }
}

/** The card, if it is one that its owner can still see. Throws AppError NotFound. */
export function visibleCard(card: Card | undefined): Card {
  if (!card || card.lifecycle === 'failed') throw new AppError('NotFound', 'There is no such card.');
  return card;
}

/** Throws AppError CardNotActive unless money may go onto the card. */
export function refuseInactive(card: Card): void {
  if (statusOf(card) !== 'active') {
    throw new AppError('CardNotActive', statusReasonOf(card) ?? 'The card is not active.');
  }
}
