import { expect, it } from 'vitest';
import { growth } from '#functions/domain/statistics/growth.ts';

it.each([
  ['nothing was there and nothing came', 0, 0, 0],
  ['nothing was there and something came', 7, 7, 100],
  ['something was there and nothing came', 7, 0, 0],
  ['it doubled', 20, 10, 100],
  ['a third came, to one decimal', 4, 1, 33.3],
  ['a little came', 100_001, 1, 0],
  ['as little as shows', 1_001, 1, 0.1],
  ['refunds were more than what came', 90, -10, -10],
  ['all of it was refunded', 0, -10, -100],
])('%s', (_what, total, added, percent) => {
  expect(growth(total, added)).toBe(percent);
});
