/** The quartiles of figures of one kind. The first is what is compared: other work on the machine only ever adds. */
export type Quartiles = { readonly first: number; readonly third: number };

export function quartilesOf(figures: readonly number[]): Quartiles {
  const sorted = figures.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { first: at(0.25), third: at(0.75) };
}
