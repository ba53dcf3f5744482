import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { FreezeReason } from '#shared/contract/cards.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { endedByOwner, refusalsUntilAlert, wantedOf, withoutReasons } from './frozen-reasons.ts';

/** A card's status on the wire. */
export type CardStatus = 'pending' | 'active' | 'freezed' | 'blocked' | 'deleted';

/**
 * Returns a card's status for its owner. It is frozen from the wish on, and active only once the issuer has it active.
 */
export function statusOf(card: Card): CardStatus {
  if (card.lifecycle === 'creating') return 'pending';
  // The card is being deleted: nothing can be done with it any more.
  if (card.lifecycle === 'closing') return 'freezed';
  if (card.lifecycle !== 'open') return 'deleted';
  if (card.frozenReasons.includes('suspension') || card.blockedReason !== undefined) return 'blocked';
  // A card that only lacks money does not count as frozen: a load is allowed, because it needs one.
  return wantedOf(card) === 'active' && (card.actual === 'active' || card.isShortOfMoney) ? 'active' : 'freezed';
}

/** Says in words why a card is not active, or declines purchases though it is; undefined when nothing is the matter. */
export function statusReasonOf(card: Card): string | undefined {
  if (card.lifecycle === 'closing') return 'The card is being deleted.';
  switch (statusOf(card)) {
    case 'pending':
      return 'The card is being created.';
    case 'active':
      return withoutMoneyInWords(card);
    case 'freezed':
      return frozenInWords(card);
    case 'blocked':
      return card.frozenReasons.includes('suspension')
        ? 'Your account is suspended. Please contact support.'
        : card.blockedReason;
    case 'deleted':
      return card.blockedReason ?? 'This card was deleted.';
  }
}

function withoutMoneyInWords({ isShortOfMoney, balanceCents }: Card): string | undefined {
  if (isShortOfMoney)
    return 'The card couldn’t pay its monthly $1 and declines every purchase. Load it to use it again.';
  if (balanceCents < 0)
    return 'The balance is below zero, so the card declines every purchase. Load it, or the card issuer may delete it.';
  return undefined;
}

const ownWish = 'You froze this card.';

/** The reasons to be frozen, the most important for its owner first; a suspended account's card is blocked. */
const words: readonly (readonly [reason: FreezeReason, words: string])[] = [
  ['lock', 'Your account is locked, so this card is frozen.'],
  ['debt', 'Your account owes money, so this card is frozen.'],
  ['timed', 'This card is frozen for the time you chose.'],
  [
    'declines',
    'Frozen to save the card: several purchases in a row were declined because there was not enough money on it, and the card issuer deletes a card after fifteen of them. Unfreeze it, then load it.',
  ],
  ['owner', ownWish],
];

const untilUnfrozen = 'Every purchase is declined until you unfreeze it.';

/** Said to the owner, for whom a card is frozen from the wish on, until the issuer is known to have it frozen. */
const notYetFrozen = 'The card issuer hasn’t confirmed this yet, so a purchase may still go through. We keep trying.';

const notYetUnfrozen = 'The card issuer has not unfrozen this card yet. We keep trying every few minutes.';

function frozenInWords(card: Card): string {
  const isRefused = (card.refusals ?? 0) >= refusalsUntilAlert;
  if (wantedOf(card) === 'active') return isRefused ? notYetUnfrozen : 'The card is being unfrozen.';
  // A card without money for its monthly cost is stopped at the issuer, although nobody has frozen it.
  const isStopped = card.actual === 'frozen' || card.isShortOfMoney;
  const text = reasonInWords(card);
  if (!isStopped) return `${text} ${notYetFrozen}`;
  return text === ownWish ? `${text} ${untilUnfrozen}` : text;
}

function reasonInWords(card: Card): string {
  const [reason, text = ''] = words.find(([each]) => card.frozenReasons.includes(each)) ?? [];
  // Only a later version knows the reason.
  if (reason === undefined) return 'This card is frozen.';
  if (endedByOwner.includes(reason)) return reason === 'owner' ? (card.freezeReason ?? text) : text;
  const isFrozenBeside = card.frozenReasons.some((each) => endedByOwner.includes(each));
  const sentences = [
    text,
    ...(reason === 'debt' ? [`${waysToPay(card)}: a deposit pays it first.`] : []),
    ...(isFrozenBeside ? ['Once that’s over, it stays frozen until you unfreeze it.'] : []),
  ];
  return sentences.join(' ');
}

/** Names the ways to pay a debt, as a sentence without its end. The dollar that must stay on a card pays none. */
export function waysToPay({ balanceCents }: Pick<Card, 'balanceCents'>): string {
  return balanceCents > limits.cardMinimumCents ? 'Pay what you owe from this card, or add funds' : 'Add funds';
}

/** Throws AppError CardBlocked when a reason stands that the owner's Unfreeze does not end. */
export function refuseUnfreeze(card: Card): void {
  if (card.blockedReason !== undefined || withoutReasons(card, ...endedByOwner).length > 0)
    throw new AppError('CardBlocked', statusReasonOf(card) ?? 'This card is blocked and cannot be unfrozen.');
}

/** Returns the card; a deleted one too. Throws AppError NotFound when there is none, or its creation failed. */
export function visibleCard(card: Card | undefined): Card {
  if (!card || card.lifecycle === 'failed') throw new AppError('NotFound', 'Card not found.');
  return card;
}

/** Throws AppError CardNotActive unless money may go onto the card. */
export function refuseInactive(card: Card): void {
  if (statusOf(card) !== 'active') {
    throw new AppError('CardNotActive', statusReasonOf(card) ?? 'The card is not active.');
  }
}
