import { describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import { obstacleOf } from '#web/features/closing/closing-words.ts';

const of = (balance: number, held = 0, closingCards?: number) => ({
  balance: cents(balance),
  held: cents(held),
  ...(closingCards === undefined ? {} : { closingCards }),
});
const cardsWith = (...balances: readonly number[]) => balances.map((balance) => ({ balance: cents(balance) }));
const textOf = (...given: Parameters<typeof obstacleOf>) => obstacleOf(...given)?.text;

describe('obstacleOf', () => {
  it('names the first thing in the way of closing an account, with its sum', () => {
    expect(textOf(of(1_500), cardsWith(500))).toBe('Delete your card first.');
    expect(textOf(of(0), cardsWith(0, 100))).toBe('Delete your 2 cards first.');
    expect(textOf(of(-450), [])).toBe('Your account owes $4.50. Pay it with a deposit first.');
    expect(textOf(of(100, 1), [])).toContain('on its way');
    expect(textOf(of(2_001), [])).toBe('You have $20.01. Spend it first: at most $20.00 can be given up.');
  });

  it('asks to spend the money before the cards are deleted, because a new card to spend it costs a fee', () => {
    expect(textOf(of(3_000), cardsWith(0))).toBe('You have $30.00. Spend it first: at most $20.00 can be given up.');
    expect(textOf(of(0), cardsWith(1_001, 1_000))).toBe(
      'You have $20.01. Spend it first: at most $20.00 can be given up.',
    );
    expect(textOf(of(-500), cardsWith(2_500))).toBe('Delete your card first.');
  });

  it('asks nobody with a debt to spend what is on the cards, which the debt has frozen', () => {
    expect(textOf(of(-500), cardsWith(3_000))).toBe('Delete your card first.');
  });

  it('lets $20 and less be given up', () => {
    expect(obstacleOf(of(2_000), [])).toBeUndefined();
    expect(obstacleOf(of(0), [])).toBeUndefined();
  });

  it('waits for work that ends by itself before it counts the balance, which that work may change', () => {
    expect(obstacleOf(of(2_001, 0, 1), [])).toMatchObject({
      text: expect.stringContaining('A card that you deleted is still being closed'),
      endsByItself: true,
    });
    expect(textOf(of(0, 0, 2), [])).toContain('A card that you deleted is still being closed');
    expect(obstacleOf(of(0, 100), [])).toMatchObject({ endsByItself: true });
    expect(obstacleOf(of(-1, 100, 1), [])).toMatchObject({ endsByItself: false });
    expect(obstacleOf(of(0, 0, 1), cardsWith(0))).toMatchObject({ endsByItself: false });
  });
});
