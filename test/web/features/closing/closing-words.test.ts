import { describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import { obstacleOf } from '#web/features/closing/closing-words.ts';

const of = (balance: number, held = 0, closingCards?: number) => ({
  balance: cents(balance),
  held: cents(held),
  ...(closingCards === undefined ? {} : { closingCards }),
});
const textOf = (...given: Parameters<typeof obstacleOf>) => obstacleOf(...given)?.text;

describe('obstacleOf', () => {
  it('names the first thing in the way of closing an account, with its sum', () => {
    expect(textOf(of(3_000), 1)).toBe('Delete your card first.');
    expect(textOf(of(0), 2)).toBe('Delete your 2 cards first.');
    expect(textOf(of(-450), 0)).toBe('Your account owes $4.50. Pay it with a deposit first.');
    expect(textOf(of(100, 1), 0)).toContain('on its way');
    expect(textOf(of(2_001), 0)).toBe('Your balance is $20.01. Spend it first: at most $20.00 can be given up.');
  });

  it('lets $20 and less be given up', () => {
    expect(obstacleOf(of(2_000), 0)).toBeUndefined();
    expect(obstacleOf(of(0), 0)).toBeUndefined();
  });

  it('waits for work that ends by itself before it counts the balance, which that work may change', () => {
    expect(obstacleOf(of(2_001, 0, 1), 0)).toMatchObject({
      text: expect.stringContaining('The card that you deleted is still being closed'),
      endsByItself: true,
    });
    expect(textOf(of(0, 0, 2), 0)).toContain('The cards that you deleted are');
    expect(obstacleOf(of(0, 100), 0)).toMatchObject({ endsByItself: true });
    expect(obstacleOf(of(-1, 100, 1), 0)).toMatchObject({ endsByItself: false });
    expect(obstacleOf(of(0, 0, 1), 1)).toMatchObject({ endsByItself: false });
  });
});
