/** Number of pages on each side of the present one. */
const siblings = 2;

/** The page buttons to show: first, last, the present one with its siblings, and `gap` where numbers are left out. */
export function pageNumbers(page: number, pages: number): (number | 'gap-before' | 'gap-after')[] {
  const from = Math.max(2, page - siblings);
  const to = Math.min(pages - 1, page + siblings);
  const numbers: (number | 'gap-before' | 'gap-after')[] = [1];
  if (from === 3) numbers.push(2);
  else if (from > 3) numbers.push('gap-before');
  for (let number = from; number <= to; number++) numbers.push(number);
  if (to === pages - 2) numbers.push(pages - 1);
  else if (to < pages - 2) numbers.push('gap-after');
  if (pages > 1) numbers.push(pages);
  return numbers;
}
