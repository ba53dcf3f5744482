import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decimalDollars, formatCents, maxCents } from '#shared/money.ts';

it.each([
  [0, '$0.00'],
  [7, '$0.07'],
  [-7, '−$0.07'],
  [99, '$0.99'],
  [100, '$1.00'],
  [99_999, '$999.99'],
  [100_000, '$1,000.00'],
  [-123_456_789, '−$1,234,567.89'],
])('formats %i cents as %s', (amount, text) => {
  expect(formatCents(amount)).toBe(text);
});

it('formats every amount as the English locale does, with a true minus sign', () => {
  const english = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  fc.assert(
    fc.property(fc.integer({ min: -maxCents, max: maxCents }), (amount) => {
      // Built as text, because a division by 100 would round the largest amounts.
      const digits = String(Math.abs(amount)).padStart(3, '0');
      const decimal = `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
      expect(formatCents(amount)).toBe(english.format(decimal as never).replace('-', '−'));
    }),
  );
});

it.each([
  [0, '0.00'],
  [7, '0.07'],
  [-150, '-1.50'],
  [123_450, '1234.50'],
  [maxCents, '22517998136852.48'],
  [maxCents - 1, '22517998136852.47'],
])('writes %i cents as the decimal %s', (amount, text) => {
  expect(decimalDollars(amount)).toBe(text);
});
