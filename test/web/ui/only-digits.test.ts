import { expect, it } from 'vitest';
import { onlyDigits } from '#web/ui/only-digits.ts';

it.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  ['Code: 123-456', '123456'],
  ['12345678', '123456'],
  ['12', '12'],
  ['abc', ''],
])('reads %j as %j', (typed, digits) => {
  expect(onlyDigits(typed, 6)).toBe(digits);
});
