import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import { tieOut, withSince, type Figures } from '#functions/domain/reports/tie-out.ts';

const figures: Figures = {
  atMs: 1,
  floatCents: cents(0),
  leavingCents: cents(0),
  comingCents: cents(0),
  coins: {},
  locked: {},
  arriving: {},
  returning: {},
  rates: {},
};
const books = { floatCents: cents(0), coins: {} };

describe('a comparison of the books with the providers', () => {
  it.each([
    { theirs: 900, leaving: 100, inTransit: -100, rest: 0 },
    { theirs: 890, leaving: 100, inTransit: -100, rest: -10 },
    { theirs: 950, leaving: 100, inTransit: -50, rest: 0 },
    { theirs: 1_050, leaving: 100, inTransit: 0, rest: 50 },
    { theirs: 1_050, leaving: 0, coming: 30, inTransit: 30, rest: 20 },
  ])('counts as in transit only money under way: %o', ({ theirs, leaving, coming = 0, inTransit, rest }) => {
    const { issuer, amountCents } = tieOut(
      { ...books, floatCents: cents(1_000) },
      { ...figures, floatCents: cents(theirs), leavingCents: cents(leaving), comingCents: cents(coming) },
    );
    expect(issuer).toMatchObject({ inTransitCents: inTransit, differenceCents: rest });
    expect(amountCents).toBe(Math.abs(rest));
  });

  it('knows of each coin since when it has differed', () => {
    const at = (atMs: number, held: Figures['coins']) =>
      tieOut(
        { ...books, coins: { BTC: '1', TRX: '2', USDT: '3' } },
        { ...figures, atMs, coins: held, rates: { BTC: '1', TRX: '1', USDT: '1' } },
      );
    const first = withSince(at(1, { BTC: '1', TRX: '1', USDT: '3' }), undefined);
    const second = withSince(at(2, { BTC: '1', TRX: '1', USDT: '2' }), first);
    expect(withSince(at(3, { BTC: '1', TRX: '1', USDT: '2' }), second).provider).toMatchObject([
      { coin: 'BTC', difference: '0' },
      { coin: 'TRX', since: { atMs: 1, worthCents: 100 } },
      { coin: 'USDT', since: { atMs: 2, worthCents: 100 } },
    ]);
  });

  it('never lets two differences cancel out', () => {
    const { amountCents } = tieOut(
      { floatCents: cents(100), coins: { USDT: '1', TRX: '2' } },
      { ...figures, coins: { USDT: '2', TRX: '1' }, rates: { USDT: '1', TRX: '0.5' } },
    );
    expect(amountCents).toBe(100 + 100 + 50);
  });

  it.each([undefined, '0.0000001', '1'])('never values differing coins at 0, at a rate of %s', (rate) => {
    const rates = rate === undefined ? {} : { BTC: rate };
    const { provider, amountCents } = tieOut(
      { ...books, coins: { BTC: '0.00000002' } },
      { ...figures, coins: { BTC: '0.00000001' }, rates },
    );
    expect(provider).toMatchObject([{ coin: 'BTC', difference: '-0.00000001', worthCents: 1 }]);
    expect(amountCents).toBe(1);
  });

  it('shows 0 only where nothing differs beyond money under way', () => {
    const amount = fc.integer({ min: -1_000_000, max: 1_000_000 });
    const size = fc.integer({ min: 0, max: 1_000 });
    fc.assert(
      fc.property(amount, amount, size, size, (ours, theirs, leaving, coming) => {
        const found = tieOut(
          { ...books, floatCents: cents(ours) },
          { ...figures, floatCents: cents(theirs), leavingCents: cents(leaving), comingCents: cents(coming) },
        );
        const isExplained = theirs - ours >= -leaving && theirs - ours <= coming;
        expect(found.amountCents === 0).toBe(isExplained);
      }),
    );
  });
});
