import { expect, it } from 'vitest';
import { parseDollars } from '#shared/money.ts';
import { moneyText } from '#web/ui/money.tsx';

it.each([
  [123456, false, '$1,234.56'],
  [-1250, false, '\u2212$12.50'],
  [1250, true, '+$12.50'],
  [-1250, true, '\u2212$12.50'],
  [0, true, '$0.00'],
])('writes %i cents (signed: %s) as %s', (cents, signed, text) => {
  expect(moneyText(cents, signed)).toBe(text);
});

it('writes other currencies, and codes it does not know', () => {
  expect(moneyText(1050, false, 'EUR')).toBe('€10.50');
  expect(moneyText(1050, false, 'points')).toBe('10.50');
});

it.each([
  ['12', 1200],
  ['12.5', 1250],
  ['$1,234.56', 123456],
  ['.5', 50],
  ['1.005', undefined],
  ['-3', undefined],
  ['1e3', undefined],
  ['', undefined],
])('reads the typed %j as %s', (typed, cents) => {
  expect(parseDollars(typed)).toBe(cents);
});
