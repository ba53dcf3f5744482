const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'full' });

/** Groups rows, in their order, under the local days on which they were made. */
export function byDay<Row extends { readonly createdAt: string }>(
  rows: readonly Row[],
): readonly (readonly [day: string, rows: readonly Row[]])[] {
  return [...Map.groupBy(rows, ({ createdAt }) => days.format(Date.parse(createdAt)))];
}
