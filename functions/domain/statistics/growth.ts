/**
 * Growth in percent, to one decimal: what was added lately, of what was there before. 100 when nothing was there and
 * something came, 0 when nothing came.
 */
export function growth(total: number, added: number): number {
  const before = total - added;
  if (before <= 0) return added > 0 ? 100 : 0;
  return Math.round((added / before) * 1000) / 10;
}
