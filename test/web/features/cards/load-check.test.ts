import { describe, expect, it } from 'vitest';

import { limits } from '#shared/limits.ts';
import { cents } from '#shared/money.ts';
import { checkLoad } from '#web/features/cards/load-check.ts';

const facts = {
  includesFee: false,
  accountBalance: cents(10_000),
  cardBalance: cents(0),
  cardBalanceLimit: limits.cardBalanceMaxCents,
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
    expect(check.error).toBe('A card holds at most $5,000.00: this one has room for $50.00.');
    expect(check.missingCents).toBeUndefined();
  });

  it('asks for something to reach the card', () => {
    expect(checkLoad({ ...facts, amountText: '1.01', includesFee: true }).error).toMatch(/At least \$0\.01/);
    expect(checkLoad({ ...facts, amountText: '1.02', includesFee: true }).error).toBeUndefined();
    expect(checkLoad({ ...facts, amountText: '0.01' }).error).toBeUndefined();
  });
});
