import { expect, it } from 'vitest';

import { waitInWords } from '#functions/domain/wait-in-words.ts';

it.each([
  [0, '1 second'],
  [1_001, '2 seconds'],
  [60_000, '1 minute'],
  [260_000, '4 minutes and 20 seconds'],
  [599_000, '9 minutes and 59 seconds'],
  [601_000, '11 minutes'],
  [3_595_000, '1 hour'],
  [3_601_000, '1 hour and 1 minute'],
  [24 * 3_600_000, '24 hours'],
])('says %i ms as %s', (ms, words) => {
  expect(waitInWords(ms)).toBe(words);
});
