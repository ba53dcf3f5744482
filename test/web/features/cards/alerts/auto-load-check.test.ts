import { describe, expect, it } from 'vitest';

import { checkAutoLoad, dayOf, loadsPerMonth, monthlyCost } from '#web/features/cards/alerts/auto-load-check.ts';
import { autoLoadState, lowBalanceState } from '#web/features/cards/alerts/alert-words.ts';
import { cents } from '#shared/money.ts';
import { firstPrices } from '#shared/prices.ts';

const texts = { below: '10', amount: '25', monthlyMax: '100', until: '' };
const today = '2026-11-23';
const most = cents(500_000);

describe('an auto-load as it is typed', () => {
  it('shows the fee of a load and the most that a month may cost', () => {
    const { quote, order, errors } = checkAutoLoad(texts, today, firstPrices, most);
    expect(errors).toEqual({});
    expect(quote).toEqual({ totalCents: 2_675, amountCents: 2_500, feeCents: 175 });
    expect(order).toEqual({ below: 1_000, amount: 2_500, monthlyMax: 10_000, until: null });
    expect(loadsPerMonth({ amount: cents(2_500), monthlyMax: cents(10_000) })).toBe(4);
    expect(monthlyCost({ amount: cents(2_500), monthlyMax: cents(9_999) }, firstPrices)).toBe(3 * 2_675);
  });

  it('computes by the prices that are shown', () => {
    const prices = { ...firstPrices, loadPercent: 4.5, loadFixedCents: cents(50) };
    expect(checkAutoLoad(texts, today, prices, most).quote).toEqual({
      totalCents: 2_663,
      amountCents: 2_500,
      feeCents: 163,
    });
    expect(monthlyCost({ amount: cents(2_500), monthlyMax: cents(9_999) }, prices)).toBe(3 * 2_663);
  });

  it('is no order until every amount is there', () => {
    for (const name of ['below', 'amount', 'monthlyMax'] as const) {
      const check = checkAutoLoad({ ...texts, [name]: '' }, today, firstPrices, most);
      expect(check.order).toBeUndefined();
      expect(check.errors).toEqual({});
    }
  });

  it.each([
    [{ below: 'ten' }, 'below', /amount in dollars/],
    [{ amount: '0.99' }, 'amount', /^At least \$1\.00 must reach the card\.$/],
    [{ below: '4000', amount: '1000.01', monthlyMax: '2000' }, 'amount', /^This card holds at most \$5,000\.00\.$/],
    [{ monthlyMax: '24.99' }, 'monthlyMax', /^That’s less than one load\.$/],
    [{ until: '2026-11-22' }, 'until', /^Choose today or a later day\.$/],
  ] as const)('says at the field what is wrong with %j', (changes, field, words) => {
    const check = checkAutoLoad({ ...texts, ...changes }, today, firstPrices, most);
    expect(check.order).toBeUndefined();
    expect(check.errors[field]).toMatch(words);
    expect(Object.keys(check.errors)).toEqual([field]);
  });

  it('is bounded by what this card may hold', () => {
    const lowered = (amount: string) => checkAutoLoad({ ...texts, amount }, today, firstPrices, cents(20_000)).errors;
    expect(lowered('190')).toEqual({ monthlyMax: 'That’s less than one load.' });
    expect(lowered('190.01')).toMatchObject({ amount: 'This card holds at most $200.00.' });
  });

  it('ends with the chosen day in the person’s time zone', () => {
    const until = checkAutoLoad({ ...texts, until: today }, today, firstPrices, most).order?.until ?? '';
    expect(dayOf(new Date(until))).toBe(today);
    expect(dayOf(new Date(Date.parse(until) + 1))).toBe('2026-11-24');
  });
});

it('words the state of a card’s alert and auto-load', () => {
  expect(lowBalanceState({ lowBalance: null })).toBe('Off');
  expect(lowBalanceState({ lowBalance: cents(1_000) })).toBe('Below $10.00');
  expect(autoLoadState({ autoLoad: null })).toBe('Off');
  const autoLoad = { below: cents(1_000), amount: cents(2_500), monthlyMax: cents(10_000), until: null };
  const shown = { ...autoLoad, loadedThisMonth: cents(0), failures: 0, failure: null };
  expect(autoLoadState({ autoLoad: shown })).toBe('$25.00 when below $10.00');
});
