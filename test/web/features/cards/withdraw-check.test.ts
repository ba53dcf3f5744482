import { describe, expect, it } from 'vitest';

import { cents } from '#shared/money.ts';
import { checkWithdraw, mostToWithdraw } from '#web/features/cards/withdraw-check.ts';

const check = (amountText: string, cardBalance = 5000) => checkWithdraw(amountText, cents(cardBalance), cents(-300));

describe('the sums before a withdrawal', () => {
  it("show the card's rest and the new balance", () => {
    expect(check('12.34')).toEqual({ sums: { amountCents: 1234, staysCents: 3766, balanceCents: 934 } });
    expect(check('49')).toEqual({ sums: { amountCents: 4900, staysCents: 100, balanceCents: 4600 } });
  });

  it('give way to an error for more than the card holds', () => {
    expect(check('999', 2352)).toEqual({
      error: 'At least $1.00 must stay on the card: you can withdraw up to $22.52.',
    });
    expect(check('1', 60)).toEqual({ error: 'At least $1.00 must stay on the card, and it has $0.60.' });
  });

  it('come with a warning for what the server will refuse: the server decides', () => {
    expect(check('49.01')).toMatchObject({
      sums: { staysCents: 99 },
      warning: 'At least $1.00 must stay on the card: you can withdraw up to $49.00.',
    });
    expect(check('0.50', 60).warning).toBe('At least $1.00 must stay on the card, and it has $0.60.');
  });

  it('are left out while no amount is typed', () => {
    expect(check(' ')).toEqual({});
    expect(check('0')).toEqual({});
    expect(check('ten')).toEqual({ error: 'Enter an amount in dollars, such as 50 or 12.50.' });
  });
});

describe('the sums before a debt is paid from a card', () => {
  const pay = (amountText: string) => checkWithdraw(amountText, cents(5000), cents(-300), cents(300));

  it('come with a warning for more than is owed', () => {
    expect(pay('3')).toEqual({ sums: { amountCents: 300, staysCents: 4700, balanceCents: 0 } });
    expect(pay('3.01').warning).toBe('You owe $3.00: you can’t pay more than that.');
    expect(pay('49.01').warning).toMatch(/must stay on the card/);
  });

  it('allow what is owed, or less when the card can give less', () => {
    expect(mostToWithdraw(cents(5000), cents(300))).toBe(300);
    expect(mostToWithdraw(cents(350), cents(300))).toBe(250);
  });
});

it('leaves a dollar on the card, and takes nothing from one with less', () => {
  expect(mostToWithdraw(cents(5000))).toBe(4900);
  expect(mostToWithdraw(cents(100))).toBe(0);
  expect(mostToWithdraw(cents(40))).toBe(0);
});
