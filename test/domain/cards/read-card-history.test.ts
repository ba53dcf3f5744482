import { describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import { insert } from '#functions/ports/store.ts';
import { cardTransactionOf } from '#functions/domain/cards/card-transaction.ts';
import { readCardHistory } from '#functions/domain/cards/read-card-history.ts';
import { moneyWorld } from '#test/support/money-world.ts';

/** Reads the history of a card with this many lines. Returns the line numbers of each page. */
async function pagesOf(
  total: number,
): Promise<{ readonly pages: readonly (readonly number[])[]; readonly pageCount: number }> {
  const world = moneyWorld();
  const card = await world.openCard(await world.cardholder(20_000));
  for (let number = 2; number <= total; number += 1) {
    const line = {
      reference: `P-${number}`,
      kind: 'purchase',
      direction: 'debit',
      amountCents: cents(1),
      description: '',
      // One line a minute, after the line of the creation.
      atMs: world.clock.now() + number * 60_000,
    } as const;
    const numbered = cardTransactionOf({ ...card, transactionCount: number }, line);
    await world.store.commit([insert('cardTransaction', numbered)]);
  }
  const pages: (readonly number[])[] = [];
  const whole = { ...card, transactionCount: total };
  const { meta } = await readCardHistory(world.services, { card: whole, page: 1 });
  for (let page = 1; page <= meta.pages + 1; page += 1) {
    const { lines } = await readCardHistory(world.services, { card: whole, page });
    pages.push(lines.map(({ number }) => number));
  }
  return { pages, pageCount: meta.pages };
}

describe('the history of a card', () => {
  it.each([
    [1, 1],
    [9, 1],
    [10, 1],
    [11, 2],
    [20, 2],
    [21, 3],
  ])('of %i lines has %i pages, in which each line stands once, newest first', async (total, expected) => {
    const { pages, pageCount } = await pagesOf(total);
    expect(pageCount).toBe(expected);
    expect(pages.flat()).toEqual(Array.from({ length: total }, (_, index) => total - index));
    expect(pages.slice(0, -2).every((page) => page.length === 10)).toBe(true);
    expect(pages.at(-1)).toEqual([]);
  });
});
