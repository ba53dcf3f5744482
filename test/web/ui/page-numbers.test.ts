import { expect, it } from 'vitest';
import { pageNumbers } from '#web/ui/page-numbers.ts';

it('shows two siblings, the ends, and gaps where more than one number is missing', () => {
  expect(pageNumbers(1, 1)).toEqual([1]);
  expect(pageNumbers(1, 10)).toEqual([1, 2, 3, 'gap-after', 10]);
  expect(pageNumbers(5, 10)).toEqual([1, 2, 3, 4, 5, 6, 7, 'gap-after', 10]);
  expect(pageNumbers(6, 11)).toEqual([1, 'gap-before', 4, 5, 6, 7, 8, 'gap-after', 11]);
  expect(pageNumbers(10, 10)).toEqual([1, 'gap-before', 8, 9, 10]);
});

it('never repeats or skips within reach', () => {
  for (let pages = 1; pages <= 15; pages++)
    for (let page = 1; page <= pages; page++) {
      const numbers = pageNumbers(page, pages).filter((entry) => typeof entry === 'number');
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(numbers).toContain(page);
      expect(numbers.at(-1)).toBe(pages);
    }
});
