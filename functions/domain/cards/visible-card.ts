import { AppError } from '#shared/errors.ts';
import type { Card } from '#functions/ports/entities.ts';

/** A card's status on the wire. */
export type CardStatus = 'pending' | 'active' | 'freezed' | 'blocked' | 'deleted';

/** What a card is to its owner. Frozen counts from the moment it is wanted; active only once the issuer has it so. */
export function statusOf(card: Card): CardStatus {
  if (card.lifecycle === 'creating') return 'pending';
  if (card.lifecycle !== 'open') return 'deleted';
  if (card.blockedReason !== undefined) return 'blocked';
  return card.desired === 'active' && card.actual === 'active' ? 'active' : 'freezed';
}

/** Why a card is not active, in words; undefined when it is. */
export function statusReasonOf(card: Card): string | undefined {
  switch (statusOf(card)) {
    case 'pending':
      return 'The card is being created.';
    case 'active':
      return undefined;
    case 'freezed':
      if (card.desired === 'frozen') return 'You froze this card. Every purchase is declined until you unfreeze it.';
      return 'The card is being unfrozen.';
    case 'blocked':
      return card.blockedReason;
    case 'deleted':
      return 'This card was deleted.';
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
