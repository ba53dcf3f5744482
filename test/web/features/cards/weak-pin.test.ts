import { expect, it } from 'vitest';
import { weakPinWords } from '#web/features/cards/weak-pin.ts';

it.each([
  ['0000', /same digit/],
  ['3456', /in a row/],
  ['9876', /in a row/],
  ['1987', /year/],
  ['2026', /year/],
])('warns of the 3DS code %s', (pin, words) => {
  expect(weakPinWords(pin)).toMatch(words);
});

it.each(['', '123', '7391', '2126', '1357'])('does not warn of “%s”', (pin) => {
  expect(weakPinWords(pin)).toBeUndefined();
});
