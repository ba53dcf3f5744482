import { describe, expect, it } from 'vitest';

import { cents } from '#shared/money.ts';
import { artOf, groupDigits } from '#web/features/cards/card-art.ts';
import {
  canBeUnfrozen,
  canPayDebt,
  cardTitle,
  isCredit,
  isFrozenForDebt,
  isLogo,
  monogram,
  signedAmount,
  typeLabel,
} from '#web/features/cards/card-words.ts';

describe('a card transaction', () => {
  const row = { amount: cents(1549), currency: 'USD', status: 'settled', card_transaction_type: 'DEBIT' } as const;

  it('shows its sign and its currency', () => {
    expect(signedAmount(row)).toBe('−$15.49 USD');
    expect(signedAmount({ ...row, card_transaction_type: 'CREDIT' })).toBe('+$15.49 USD');
    expect(signedAmount({ ...row, status: 'declined' })).toBe('$15.49 USD');
  });

  it('reads the direction in any case', () => {
    expect(isCredit({ card_transaction_type: 'Credit' })).toBe(true);
    expect(isCredit({ card_transaction_type: 'DEBIT' })).toBe(false);
  });

  it('says declined before it says purchase', () => {
    expect(typeLabel({ kind: 'purchase', status: 'declined' })).toBe('Declined');
    expect(typeLabel({ kind: 'purchase', status: 'settled' })).toBe('Purchase');
  });
});

it('titles a card by its name and last four digits, which it may not have yet', () => {
  expect(cardTitle({ name: 'Groceries', last4Digits: '4242' })).toBe('Groceries •• 4242');
  expect(cardTitle({ name: 'Groceries', last4Digits: '' })).toBe('Groceries');
});

it('makes a monogram of any merchant', () => {
  expect(monogram('Netflix')).toBe('NE');
  expect(monogram('amazon web services')).toBe('AW');
  expect(monogram('***')).toBe('?');
});

it('takes a logo for one only from a safe address', () => {
  expect(isLogo('data:image/png;base64,AAAA')).toBe(true);
  expect(isLogo('https://logos.example.test/x.png')).toBe(true);
  expect(isLogo('http://logos.example.test/x.png')).toBe(false);
  expect(isLogo('javascript:alert(1)')).toBe(false);
  expect(isLogo('')).toBe(false);
});

it('gives a card the same face every time, and different cards different ones', () => {
  expect(artOf('crd_a')).toEqual(artOf('crd_a'));
  expect(new Set(Array.from({ length: 40 }, (_, at) => artOf(`crd_${at}`).from)).size).toBeGreaterThan(4);
});

it('groups a card number in fours', () => {
  expect(groupDigits('4111111111111111')).toEqual(['4111', '1111', '1111', '1111']);
});

describe('a card that is frozen', () => {
  it.each([
    [['owner'], true, false],
    [['owner', 'declines'], true, false],
    [['debt'], false, true],
    [['owner', 'debt'], false, true],
    [['lock'], false, false],
  ] as const)('for %j can be unfrozen by its owner: %s; a debt is paid from it: %s', (frozenReasons, can, owes) => {
    const card = { status: 'freezed' as const, frozenReasons: [...frozenReasons], balance: cents(101) };
    expect([canBeUnfrozen(card), isFrozenForDebt(card), canPayDebt(card)]).toEqual([can, owes, owes]);
    // A dollar has to stay on the card.
    for (const left of [100, 0, -2_700]) expect(canPayDebt({ ...card, balance: cents(left) })).toBe(false);
  });
});
