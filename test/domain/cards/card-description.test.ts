import { describe, expect, it } from 'vitest';
import {
  cardDescription,
  deletedCardDescription,
  newCardDescription,
  withoutCardName,
} from '#functions/domain/cards/card-description.ts';

const card = { name: 'Travel', last4Digits: '4444' };

describe('the description of an activity line of a card', () => {
  it('names the card as it was called at that time', () => {
    expect(cardDescription('Auto-loaded', card)).toBe('Auto-loaded Travel •••• 4444');
    expect(newCardDescription('Travel')).toBe('New card: Travel');
    expect(deletedCardDescription('To balance', 'Corner Coffee', card)).toBe(
      'To balance: Corner Coffee on the deleted card Travel •••• 4444',
    );
  });
});

it('keeps digits and amounts in their places after a name that is written from right to left', () => {
  for (const name of ['بطاقة السفر', 'כרטיס', 'Trip سفر']) {
    const described = [cardDescription('Loaded', { ...card, name }), newCardDescription(name)];
    expect(described).toEqual([`Loaded ${name}\u200e •••• 4444`, `New card: ${name}\u200e`]);
    expect(described.map(withoutCardName)).toEqual(['Loaded Card •••• 4444', 'New card: Card']);
  }
});

describe('a description without its card’s name', () => {
  it.each([
    ['Loaded Travel •••• 4444', 'Loaded Card •••• 4444'],
    ['Auto-loaded Travel •••• 4444', 'Auto-loaded Card •••• 4444'],
    ['Withdrawn from Travel •••• 4444', 'Withdrawn from Card •••• 4444'],
    ['Deleted card Travel •••• 4444', 'Deleted card Card •••• 4444'],
    ['Rest of the deleted card Travel •••• 4444', 'Rest of the deleted card Card •••• 4444'],
    ['Refund on the deleted card Travel •••• 4444', 'Refund on the deleted card Card •••• 4444'],
    ['The card issuer closed Travel •••• ', 'The card issuer closed Card •••• '],
    ['Correction of load to Travel •••• 4444', 'Correction of load to Card •••• 4444'],
    ['Correction of withdrawal from Travel •••• 4444', 'Correction of withdrawal from Card •••• 4444'],
    ['Corner Coffee on the deleted card Travel •••• 4444', 'Corner Coffee on the deleted card Card •••• 4444'],
    [
      'To balance: Loaded Fries on the deleted card Travel •••• 4444',
      'To balance: Loaded Fries on the deleted card Card •••• 4444',
    ],
    ['New card: Travel', 'New card: Card'],
    ['Loaded o •••• 4444', 'Loaded Card •••• 4444'],
    ['Loaded My •••• 1 •••• 4444', 'Loaded Card •••• 4444'],
    ['Tea on the deleted card Ann on the deleted card •••• 4444', 'Tea on the deleted card Card •••• 4444'],
    ['New card: Ann •••• 4444', 'New card: Card'],
    ['Lent Travel •••• 4444', 'Card •••• 4444'],
  ])('of %j is %j', (description, without) => {
    expect(withoutCardName(description)).toBe(without);
    expect(withoutCardName(without)).toBe(without);
  });

  it.each(['Deposit in USDT', 'Bonus for your first card', 'Corner Coffee'])('of %j is the same', (description) => {
    expect(withoutCardName(description)).toBe(description);
  });
});
