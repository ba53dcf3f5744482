/**
 * Returns growth in percent, to one decimal: the recent addition as a share of the earlier total. 100 when there was
 * nothing before, 0 when nothing was added.
 */
export function growth(total: number, added: number): number {
  const before = total - added;
  if (before <= 0) return added > 0 ? 100 : 0;
  return Math.round((added / before) * 1000) / 10;
}
