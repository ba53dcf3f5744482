import { expect, it } from 'vitest';

import { countryName } from '#shared/country-name.ts';

it.each([
  ['CU', 'Cuba'],
  ['KP', 'North Korea'],
  ['QX', undefined],
  ['XX', undefined],
  ['cu', undefined],
  ['IRAN', undefined],
  ['I', undefined],
])('the country of %s is %s', (code, name) => {
  expect(countryName(code)).toBe(name);
});
