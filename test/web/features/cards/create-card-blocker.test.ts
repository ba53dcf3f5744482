import { expect, it } from 'vitest';

import { createCardBlocker } from '#web/features/cards/create-card-blocker.ts';

const free = { cardCount: 0, cardholderId: 'ch_1', balance: 1501 };

it('blocks at three cards, without a card profile, and at $15.00 or less', () => {
  expect(createCardBlocker(free)).toBeUndefined();
  expect(createCardBlocker({ ...free, cardCount: 3 })?.kind).toBe('card-limit');
  expect(createCardBlocker({ ...free, cardholderId: null })?.title).toBe('Your card profile is being prepared');
  expect(createCardBlocker({ ...free, balance: 1500 })?.title).toBe('A deposit of at least $20 is needed');
});
