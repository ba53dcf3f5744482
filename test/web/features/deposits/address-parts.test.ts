import { expect, it } from 'vitest';

import { addressParts, isSameAddress } from '#web/features/deposits/address-parts.ts';

const address = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';

it('loses no character of the address', () => {
  for (const text of [address, 'abc', 'abcdefghijkl', 'abcdefghijklm', 'x'.repeat(95)]) {
    expect(
      addressParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  }
});

it('emphasises the first and the last six characters', () => {
  const strong = addressParts(address).filter((part) => part.strong);
  expect(strong.map((part) => part.text).join('')).toBe('TQn9Y2KcbLSE'.replace('KcbLSE', address.slice(-6)));
});

it('starts a group at every fourth character', () => {
  const groups = addressParts(address).filter((part) => part.startsGroup);
  expect(groups).toHaveLength(Math.ceil(address.length / 4));
});

it('compares what was pasted back, spaces aside', () => {
  expect(isSameAddress(address, '')).toBeUndefined();
  expect(isSameAddress(address, ` ${address}\n`)).toBe(true);
  expect(isSameAddress(address, address.toLowerCase())).toBe(false);
  expect(isSameAddress(address, address.slice(0, -1))).toBe(false);
  expect(isSameAddress(address, `${address}x`)).toBe(false);
});
