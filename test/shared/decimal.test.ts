import { describe, expect, it } from 'vitest';
import { formatDecimal, isSameDecimal, oneScaled, parseDecimal } from '#shared/decimal.ts';

describe('a decimal of a coin', () => {
  it.each([
    ['1', 1n * oneScaled],
    ['0.000000000000000001', 1n],
    ['12.50', (25n * oneScaled) / 2n],
    // Zeros at the end do not change the value.
    ['1.0000000000000000000000', oneScaled],
  ])('%s is read to the last digit', (text, expected) => {
    expect(parseDecimal(text)).toBe(expected);
  });

  it.each(['-1', '+1', '1e3', '.5', '1.', '1,5', '', ' 1', '٣', '0.0000000000000000001', undefined])(
    'is undefined for %j, which is no decimal',
    (text) => {
      expect(parseDecimal(text)).toBeUndefined();
    },
  );

  it.each([
    ['1.000000000000000001', '1', false],
    ['123456789.123456789', '123456789.1234567891', false],
    ['0.10', '0.1', true],
    ['00.1', '0.1', true],
    ['-1', '-1', false],
    [undefined, undefined, false],
  ])('%s and %s are the same: %s', (a, b, isSame) => {
    expect(isSameDecimal(a, b)).toBe(isSame);
  });

  it.each(['0', '1', '0.1', '12.000000000000000001'])('%s is written as it was read', (text) => {
    expect(formatDecimal(parseDecimal(text) ?? -1n)).toBe(text);
  });
});
