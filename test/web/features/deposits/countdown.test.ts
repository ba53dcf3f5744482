import { expect, it } from 'vitest';

import { countdownNotice, formatCountdown } from '#web/features/deposits/countdown.ts';

it('counts down in minutes and seconds, and in hours when there are some', () => {
  expect(formatCountdown(872_000)).toBe('14:32');
  expect(formatCountdown(3_909_000)).toBe('1:05:09');
  expect(formatCountdown(9_001)).toBe('0:10');
  expect(formatCountdown(0)).toBe('0:00');
  expect(formatCountdown(-5000)).toBe('0:00');
});

it('speaks only of the last five minutes, the last one, and the end', () => {
  expect(countdownNotice(300_001)).toBe('');
  expect(countdownNotice(300_000)).toBe(countdownNotice(60_001));
  expect(countdownNotice(60_000)).toBe('One minute left to pay.');
  expect(countdownNotice(0)).toBe('This quote has expired.');
});
