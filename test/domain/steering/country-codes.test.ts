import { expect, it } from 'vitest';

import { isCountryCode } from '#functions/domain/steering/country-codes.ts';

const letters = Array.from({ length: 26 }, (_, place) => String.fromCodePoint(65 + place));
const pairs = letters.flatMap((first) => letters.map((second) => first + second));

it('has the countries of ISO 3166-1 and Kosovo', () => {
  const codes = pairs.filter(isCountryCode);
  expect(codes).toHaveLength(250);
  expect(codes).toEqual(expect.arrayContaining(['CU', 'DE', 'IR', 'KP', 'SY', 'US', 'XK']));
});

it.each(['XX', 'ZZ', 'EU', 'UN', 'ru', 'RUS', ''])('%j is no country', (code) => {
  expect(isCountryCode(code)).toBe(false);
});
