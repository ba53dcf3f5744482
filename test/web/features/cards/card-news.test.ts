import { expect, it } from 'vitest';

import { cardNews } from '#web/features/cards/card-news.ts';
import type { Card } from '#web/features/cards/card-words.ts';

type Tile = Parameters<typeof cardNews>[0][number];

const tile = (status: Card['status'], more: Partial<Tile> = {}): Tile => ({
  _id: 'crd_1',
  name: 'Travel',
  status,
  ...more,
});

it('reports a card that becomes ready, stops, or is gone', () => {
  expect(cardNews([tile('pending')], [tile('active')])).toBe('Travel is ready to use.');
  expect(cardNews([tile('active')], [tile('freezed')])).toBe('Travel can’t be used for now.');
  expect(cardNews([tile('freezed')], [])).toBe('Travel is gone.');
});

it('reports nothing for a card that is unchanged, renamed, or new', () => {
  expect(cardNews([tile('active')], [tile('active')])).toBe('');
  expect(cardNews([tile('active')], [tile('active', { name: 'Trips' })])).toBe('');
  expect(cardNews([], [tile('active')])).toBe('');
});
