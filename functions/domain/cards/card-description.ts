import type { Card } from '#functions/ports/entities/cards.ts';

/** Beginnings of descriptions that end with a card. */
const beginnings = [
  'Loaded',
  'Auto-loaded',
  'Withdrawn from',
  'Deleted card',
  'Rest of the deleted card',
  'Refund on the deleted card',
  'The card issuer closed',
  'Correction of load to',
  'Correction of withdrawal from',
] as const;

const ofNewCard = 'New card: ';
const onDeletedCard = ' on the deleted card ';

/** Stands for the name of a card whose owner was erased. */
export const namelessCard = 'Card';

/**
 * Returns a name for a line of text. A name in a script that is written from right to left gets a mark behind it, so that
 * digits and amounts after it keep their places: without it `عمل •••• 4444. $88.16 is left` shows the amount first.
 */
function inLine(name: string): string {
  return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(name)
    ? `${name}\u200e`
    : name;
}

/** A card in a line of text: `Travel •••• 4444`. */
export function labelOf(card: Pick<Card, 'name' | 'last4Digits'>): string {
  return `${inLine(card.name)} •••• ${card.last4Digits}`;
}

/** Returns the description of an activity line about a card: `Loaded Travel •••• 4444`. */
export function cardDescription(
  beginning: (typeof beginnings)[number],
  card: Pick<Card, 'name' | 'last4Digits'>,
): string {
  return `${beginning} ${labelOf(card)}`;
}

/** Returns the description of the creation of a card. */
export function newCardDescription(name: string): string {
  return ofNewCard + inLine(name);
}

/**
 * Returns the description of a merchant's transaction on a card that was deleted before: `To balance: Corner Coffee on the
 * deleted card Travel •••• 4444`.
 */
export function deletedCardDescription(
  where: 'To balance' | 'From balance',
  description: string,
  card: Pick<Card, 'name' | 'last4Digits'>,
): string {
  return `${where}: ${description}${onDeletedCard}${labelOf(card)}`;
}

/**
 * Returns a description without the name that the card had when it was written. A card can be renamed, so the name is
 * found by its place: between the beginning and the last four digits. Of an unknown text that ends with a card, only
 * the digits stay.
 */
export function withoutCardName(description: string): string {
  if (description.startsWith(ofNewCard)) return ofNewCard + namelessCard;
  const digits = / •••• \d*$/.exec(description)?.[0];
  if (digits === undefined) return description;
  const beginning = beginnings.find((each) => description.startsWith(`${each} `));
  if (beginning !== undefined) return `${beginning} ${namelessCard}${digits}`;
  // A card's name can contain these words too: cut from their first occurrence on.
  const at = description.indexOf(onDeletedCard);
  return (at === -1 ? '' : description.slice(0, at) + onDeletedCard) + namelessCard + digits;
}
