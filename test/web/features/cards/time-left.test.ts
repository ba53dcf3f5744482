import { expect, it } from 'vitest';

import { timeLeft } from '#web/features/cards/time-left.ts';

it.each([
  [300_000, '5:00'],
  [299_001, '5:00'],
  [61_000, '1:01'],
  [1, '0:01'],
])('%i ms are %s', (leftMs, text) => {
  expect(timeLeft(leftMs)).toBe(text);
});

it.each([0, -1, Number.NaN])('nothing is left of %s', (leftMs) => {
  expect(timeLeft(leftMs)).toBeUndefined();
});
