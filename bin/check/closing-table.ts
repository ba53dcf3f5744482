/** The outcome of one part of the checks. */
export type Outcome = {
  readonly name: string;
  /** Undefined when it ended well; otherwise its exit code or signal in words. */
  readonly failure: string | undefined;
  readonly seconds: number;
  /** User and system time of all its processes; undefined where they cannot be listed. */
  readonly cpuSeconds: number | undefined;
};

/** CPU seconds by part, as last recorded. */
export type RecordedCpu = Readonly<Record<string, number>>;

/** CPU seconds that one piece of work may add to all parts together. */
export const allowanceCpuSeconds = 45;

/** Returns the table that ends a run: each part with its time, its CPU seconds and their change since the record. */
export function closingTable(outcomes: readonly Outcome[], recorded: RecordedCpu): readonly string[] {
  const rows = [
    ['', 'part', 'wall s', 'CPU s', 'recorded', 'change'],
    ...outcomes.map(({ name, failure, seconds, cpuSeconds }) => [
      failure === undefined ? 'passed' : 'FAILED',
      name,
      seconds.toFixed(1),
      ...cpuCells(cpuSeconds, recorded[name]),
    ]),
  ];
  const total = totals(outcomes, recorded);
  if (outcomes.length > 1) rows.push(['', 'together', '', ...cpuCells(total.cpuSeconds, total.recordedSeconds)]);
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const table = rows.map((row) =>
    row
      .map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  const added = (total.cpuSeconds ?? 0) - (total.recordedSeconds ?? Infinity);
  return added > allowanceCpuSeconds
    ? [
        ...table,
        `The parts took ${added.toFixed(0)} CPU seconds more than recorded; one piece of work may add ${allowanceCpuSeconds}. ` +
          'A busy machine adds some by itself: measure again on an idle one.',
      ]
    : table;
}

/** Sums over the parts that have both a time and a record, so that the two sums compare. */
function totals(
  outcomes: readonly Outcome[],
  recorded: RecordedCpu,
): { readonly cpuSeconds: number | undefined; readonly recordedSeconds: number | undefined } {
  const known = outcomes.filter(({ name, cpuSeconds }) => cpuSeconds !== undefined && recorded[name] !== undefined);
  const isComparable = known.length === outcomes.length;
  return {
    cpuSeconds: outcomes.every(({ cpuSeconds }) => cpuSeconds !== undefined)
      ? outcomes.reduce((sum, { cpuSeconds = 0 }) => sum + cpuSeconds, 0)
      : undefined,
    recordedSeconds: isComparable ? known.reduce((sum, { name }) => sum + (recorded[name] ?? 0), 0) : undefined,
  };
}

function cpuCells(now: number | undefined, before: number | undefined): readonly [string, string, string] {
  const change = now === undefined || before === undefined ? undefined : now - before;
  return [
    now?.toFixed(1) ?? '–',
    before?.toFixed(1) ?? '–',
    change === undefined ? '–' : `${change >= 0 ? '+' : '−'}${Math.abs(change).toFixed(1)}`,
  ];
}
