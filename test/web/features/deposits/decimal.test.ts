import { describe, expect, it } from 'vitest';

import { coinsFor, formatRate, groupThousands } from '#web/features/deposits/decimal.ts';

describe('the crypto amount', () => {
  it('is the dollars divided by the rate, exactly, to eight decimals', () => {
    expect(coinsFor(5000, 1)).toBe('50');
    expect(coinsFor(5000, 0.9997)).toBe('50.0150045');
    expect(coinsFor(100_000, 64_120.55)).toBe('0.01559562');
    expect(coinsFor(1, 3)).toBe('0.00333333');
    expect(coinsFor(2, 3)).toBe('0.00666667');
  });

  it('reads rates that JavaScript writes with an exponent', () => {
    expect(coinsFor(5000, 1.234e-5)).toBe('4051863.85737439');
    expect(coinsFor(500, 1e-7)).toBe('50000000');
  });

  it('is undefined without a rate', () => {
    expect(coinsFor(5000, 0)).toBeUndefined();
    expect(coinsFor(5000, Number.NaN)).toBeUndefined();
    expect(coinsFor(5000, Number.POSITIVE_INFINITY)).toBeUndefined();
  });

  it('does not drift where binary floats would', () => {
    expect(coinsFor(30, 0.1)).toBe('3');
    expect(coinsFor(1_000_000, 0.07)).toBe('142857.14285714');
  });
});

describe('decimals', () => {
  it('are grouped for the eye only before the point', () => {
    expect(groupThousands('1234567.8910')).toBe('1,234,567.8910');
    expect(groupThousands('999')).toBe('999');
    expect(groupThousands('1000')).toBe('1,000');
  });
});

it('shows a rate with cents, and a tiny one with the digits that matter', () => {
  expect(formatRate(64_120.5)).toBe('$64,120.50');
  expect(formatRate(0.000012345678)).toBe('$0.000012346');
});
