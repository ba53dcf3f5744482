import { describe, expect, it } from 'vitest';

import { limits } from '#shared/limits.ts';
import { cents } from '#shared/money.ts';
import { firstPrices } from '#shared/prices.ts';
import { checkLoad, mostToLoad, roomOf, roomText } from '#web/features/cards/load-check.ts';

const facts = {
  includesFee: false,
  accountBalance: cents(10_000),
  cardBalance: cents(0),
  cardBalanceLimit: limits.cardBalanceMaxCents,
  prices: firstPrices,
};

describe('the sums before the click', () => {
  it('puts the fee on top, or takes it out of the amount', () => {
    expect(checkLoad({ ...facts, amountText: '50' }).quote).toEqual({
      totalCents: 5250,
      amountCents: 5000,
      feeCents: 250,
    });
    expect(checkLoad({ ...facts, amountText: '50', includesFee: true }).quote).toEqual({
      totalCents: 5000,
      amountCents: 4757,
      feeCents: 243,
    });
  });

  it('computes by the prices that are shown', () => {
    const prices = { ...firstPrices, loadPercent: 4.5, loadFixedCents: cents(50) };
    const dearer = { ...facts, prices };
    expect(checkLoad({ ...dearer, amountText: '50' }).quote?.feeCents).toBe(275);
    expect(checkLoad({ ...dearer, amountText: '52.75', includesFee: true }).quote?.amountCents).toBe(5_000);
    expect(mostToLoad({ ...dearer, accountBalance: cents(5_275) })).toBe(5_000);
  });

  it('says nothing while nothing was typed', () => {
    expect(checkLoad({ ...facts, amountText: '  ' })).toEqual({});
    expect(checkLoad({ ...facts, amountText: '0' })).toEqual({});
  });

  it('explains what is not an amount', () => {
    expect(checkLoad({ ...facts, amountText: '12.345' }).error).toMatch(/amount in dollars/);
    expect(checkLoad({ ...facts, amountText: 'abc' }).quote).toBeUndefined();
  });

  it('says what is missing from the balance', () => {
    const check = checkLoad({ ...facts, amountText: '100' });
    expect(check.error).toBe('Not enough balance: you have $100.00, need $104.00.');
    expect(check.missingCents).toBe(400);
  });

  it('says how much room the card has', () => {
    const check = checkLoad({ ...facts, amountText: '60', cardBalance: cents(495_000) });
    expect(check.error).toBe('This card holds at most $5,000.00: it has room for $50.00.');
    expect(check.missingCents).toBeUndefined();
  });

  it('says the limit in the same words before it is reached', () => {
    expect(roomText({ ...facts, cardBalance: cents(495_000) })).toBe(
      'This card holds at most $5,000.00: it has room for $50.00.',
    );
  });

  it('says when the monthly limit leaves no more room', () => {
    const lowered = { cardBalance: cents(3_000), cardBalanceLimit: cents(4_000), isMonthsRest: true };
    expect(checkLoad({ ...facts, ...lowered, amountText: '10.01' }).error).toBe(
      'You can spend $40.00 more with this card this month: it has room for $10.00.',
    );
    expect(checkLoad({ ...facts, ...lowered, amountText: '10' }).error).toBeUndefined();
  });

  it('refuses a load that the fee uses up', () => {
    expect(checkLoad({ ...facts, amountText: '1.01', includesFee: true }).error).toMatch(/At least \$0\.01/);
    expect(checkLoad({ ...facts, amountText: '1.02', includesFee: true }).error).toBeUndefined();
    expect(checkLoad({ ...facts, amountText: '0.01' }).error).toBeUndefined();
  });
});

describe('the most that can be loaded', () => {
  it.each([
    { includesFee: false, accountBalance: 10_000, cardBalance: 0, most: 9611 },
    { includesFee: true, accountBalance: 10_000, cardBalance: 0, most: 10_000 },
    { includesFee: false, accountBalance: 1_000_000, cardBalance: 495_000, most: 5000 },
    { includesFee: true, accountBalance: 1_000_000, cardBalance: 495_000, most: 5250 },
    { includesFee: false, accountBalance: 101, cardBalance: 0, most: 0 },
    { includesFee: true, accountBalance: -500, cardBalance: 0, most: 0 },
    { includesFee: true, accountBalance: 10_000, cardBalance: 500_000, most: 0 },
  ])('is $most of $accountBalance for a card of $cardBalance, fee included: $includesFee', ({ most, ...given }) => {
    const means = {
      includesFee: given.includesFee,
      accountBalance: cents(given.accountBalance),
      cardBalance: cents(given.cardBalance),
      cardBalanceLimit: limits.cardBalanceMaxCents,
      prices: firstPrices,
    };
    expect(mostToLoad(means)).toBe(most);
    if (most > 0) expect(checkLoad({ ...means, amountText: (most / 100).toFixed(2) }).error).toBeUndefined();
  });

  it('passes the check for any balance, and a cent more does not', () => {
    for (let balance = 102; balance < 3_000; balance += 1) {
      const means = {
        includesFee: false,
        accountBalance: cents(balance),
        cardBalance: cents(0),
        cardBalanceLimit: limits.cardBalanceMaxCents,
        prices: firstPrices,
      };
      const most = mostToLoad(means);
      expect(checkLoad({ ...means, amountText: (most / 100).toFixed(2) }).error).toBeUndefined();
      expect(checkLoad({ ...means, amountText: ((most + 1) / 100).toFixed(2) }).missingCents).toBeGreaterThan(0);
      // With the fee in the amount nothing stays behind: the fee takes the odd cent.
      expect(mostToLoad({ ...means, includesFee: true })).toBe(balance);
    }
  });

  it('leaves no room on a card above its limit', () => {
    expect(roomOf({ cardBalance: cents(600_000), cardBalanceLimit: limits.cardBalanceMaxCents })).toBe(0);
  });
});
