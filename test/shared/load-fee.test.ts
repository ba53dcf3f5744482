import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '#shared/limits.ts';
import { priceBounds } from '#shared/price-bounds.ts';
import { quoteLoad } from '#shared/load-fee.ts';
import { cents, formatCents, parseDollars } from '#shared/money.ts';

describe('the fee of a load', () => {
  it.each([
    [5_000, false, { totalCents: 5_250, amountCents: 5_000, feeCents: 250 }],
    [5_000, true, { totalCents: 5_000, amountCents: 4_757, feeCents: 243 }],
    [1, false, { totalCents: 102, amountCents: 1, feeCents: 101 }],
    [100, true, { totalCents: 100, amountCents: 0, feeCents: 100 }],
    [203, true, { totalCents: 203, amountCents: 100, feeCents: 103 }],
  ])('of %i cents, with the fee included: %s', (requested, included, quote) => {
    expect(quoteLoad(cents(requested), included)).toEqual(quote);
  });

  it('is the same with the fee on top and with the fee included, for every amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: limits.cardBalanceMaxCents }), (amount) => {
        const out = quoteLoad(cents(amount), false);
        expect(out.feeCents).toBe(Math.ceil((amount * 3) / 100) + 100);
        expect(out.totalCents).toBe(out.amountCents + out.feeCents);
        expect(quoteLoad(out.totalCents, true).amountCents).toBe(amount);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is the same with the fee on top and included, at all prices that staff may choose', () => {
    const prices = fc.record({
      loadPercent: fc.integer({ min: 0, max: 100 * priceBounds.loadPercentMax }).map((hundredths) => hundredths / 100),
      loadFixedCents: fc.integer({ min: 0, max: priceBounds.loadFixedMaxCents }).map(cents),
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: limits.cardBalanceMaxCents }), prices, (amount, given) => {
        const out = quoteLoad(cents(amount), false, given);
        const percentCents = (BigInt(amount) * BigInt(Math.round(given.loadPercent * 100)) + 9_999n) / 10_000n;
        expect(out.feeCents).toBe(Number(percentCents) + given.loadFixedCents);
        expect(quoteLoad(out.totalCents, true, given)).toEqual(out);
      }),
      { numRuns: 5_000 },
    );
  });

  it('with the fee included adds up to the amount, and is never below the fee of what lands', () => {
    fc.assert(
      fc.property(fc.integer({ min: 101, max: 600_000 }), (amount) => {
        const quote = quoteLoad(cents(amount), true);
        expect(quote.amountCents + quote.feeCents).toBe(amount);
        expect(quote.feeCents).toBeGreaterThanOrEqual(Math.ceil((quote.amountCents * 3) / 100) + 100);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('money', () => {
  it.each([0.5, NaN, Infinity, 2 ** 52, -(2 ** 52)])('refuses %d as cents', (value) => {
    expect(() => cents(value)).toThrow(RangeError);
  });

  it.each([
    ['12', 1_200],
    ['12.5', 1_250],
    ['$1,234.56', 123_456],
    ['.99', 99],
    ['0.29', 29],
    ['1.005', undefined],
    ['1e3', undefined],
    ['-1', undefined],
    ['', undefined],
    ['.', undefined],
    ['12,34', undefined],
  ])('reads %j as %s', (text, amount) => {
    expect(parseDollars(text)).toBe(amount);
  });

  it('writes dollars', () => {
    expect([formatCents(0), formatCents(123_456), formatCents(-5)]).toEqual(['$0.00', '$1,234.56', '−$0.05']);
  });
});
