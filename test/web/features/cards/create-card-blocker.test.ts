import { expect, it } from 'vitest';

import { cents } from '#shared/money.ts';
import { firstPrices } from '#shared/prices.ts';
import { createCardBlocker } from '#web/features/cards/create-card-blocker.ts';

const free = { cardCount: 0, cardholderId: 'ch_1', balance: 1501, prices: firstPrices };

it('blocks at three cards, without a card profile, and at $15.00 or less', () => {
  expect(createCardBlocker(free)).toBeUndefined();
  expect(createCardBlocker({ ...free, cardCount: 3 })?.kind).toBe('card-limit');
  expect(createCardBlocker({ ...free, cardholderId: null })?.title).toBe('Your card profile is being prepared');
  expect(createCardBlocker({ ...free, balance: 1500 })).toEqual({
    kind: 'balance',
    title: 'A deposit of at least $20 is needed',
    text: 'The card costs $15.00 once; the other $5.00 is on it to spend right away.',
  });
});

it('asks for the debt too, because a deposit pays that first', () => {
  expect(createCardBlocker({ ...free, balance: -11_760 })).toEqual({
    kind: 'balance',
    title: 'A deposit of at least $137.60 is needed',
    text: 'You owe $117.60, which a deposit pays first. The card costs $15.00 once; the other $5.00 is on it to spend right away.',
  });
});

it('blocks at the present fee of a card, and names the present prices', () => {
  const prices = { cardFeeCents: cents(2_500), firstLoadCents: cents(750) };
  expect(createCardBlocker({ ...free, prices, balance: 2501 })).toBeUndefined();
  expect(createCardBlocker({ ...free, prices, balance: 2500 })).toEqual({
    kind: 'balance',
    title: 'A deposit of at least $32.50 is needed',
    text: 'The card costs $25.00 once; the other $7.50 is on it to spend right away.',
  });
  expect(createCardBlocker({ ...free, prices: { ...prices, cardFeeCents: cents(0) }, balance: 1 })).toBeUndefined();
});
