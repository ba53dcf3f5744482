import type { CoverageTable } from './prove-seeds.ts';

/** The faults that every effect has to meet, and the simulation's fault modes for each. */
const columns = {
  'crash before': ['crash_before'],
  'crash after': ['crash_after'],
  'timeout, done': ['unheard'],
  'timeout, not': ['lost', 'refused'],
  twice: ['twice'],
  late: ['late'],
} as const;
type Column = keyof typeof columns;

/** Kinds of boundaries, and the faults that cannot strike there, with the reason. */
const impossible: readonly {
  readonly mark: string;
  readonly is: RegExp;
  readonly columns: readonly Column[];
  readonly why: string;
}[] = [
  {
    mark: 'a',
    is: /^(read|list) /,
    columns: ['crash after', 'timeout, done', 'twice', 'late'],
    why: 'a read of the table changes nothing: after it is before the next effect, and its loss is its refusal',
  },
  {
    mark: 'b',
    is: /^(issuer\.(read|find|list)|issuer\.registerCardholder|payments\.(read|list))/,
    columns: ['timeout, done', 'twice', 'late'],
    why: 'a question changes nothing at the provider (a holder is registered under our id, once and for all)',
  },
  {
    mark: 'c',
    is: /^issuer\.createCard$/,
    columns: ['twice'],
    why: 'our adapter sends a creation once and never by itself again; two of one request would be two cards',
  },
  {
    mark: 'd',
    is: /^send /,
    columns: ['late'],
    why: 'every message is: it is received at any later time, in any order',
  },
];

/** Minimum number of hits of a cell that counts as covered. */
const enough = 100;

/** Counts of the cells, boundary × fault, that a fault can reach: all, hit, and hit often. */
export type CoverageSummary = {
  readonly boundaries: number;
  readonly cells: number;
  readonly hit: number;
  readonly often: number;
  /** Cells that a fault could reach but never did. */
  readonly never: readonly string[];
};

/** Counts the cells of all boundaries. Throws at a cell that no fault can reach and that has no reason for that. */
export function summarise(coverage: CoverageTable): CoverageSummary {
  const never: string[] = [];
  let [cells, hit, often] = [0, 0, 0];
  for (const [boundary, modes] of Object.entries(coverage)) {
    for (const column of Object.keys(columns) as Column[]) {
      const times = timesOf(boundary, modes, column);
      if (typeof times === 'string') continue;
      cells += 1;
      if (times > 0) hit += 1;
      else never.push(`${boundary}, ${column}`);
      if (times >= enough) often += 1;
    }
  }
  return { boundaries: Object.keys(coverage).length, cells, hit, often, never };
}

/** Prints the table as lines of text: one per boundary, then the reasons for empty cells, then the cells never hit. */
export function coverageLines(coverage: CoverageTable): readonly string[] {
  const names = Object.keys(columns) as Column[];
  const rows = Object.entries(coverage).toSorted(([a], [b]) => (a < b ? -1 : 1));
  // The name of a boundary comes last, because some names are long.
  const line = (cells: readonly string[], boundary: string): string =>
    [...cells.map((cell, index) => cell.padStart(names[index]?.length ?? 0)), boundary].join('  ');
  const { boundaries, cells, hit, often, never } = summarise(coverage);
  return [
    line(names, 'boundary'),
    ...rows.map(([boundary, modes]) =>
      line(
        names.map((column) => {
          const times = timesOf(boundary, modes, column);
          return times === 0 ? 'NEVER' : String(times);
        }),
        boundary,
      ),
    ),
    ...impossible.map(({ mark, why }) => `${mark}  cannot be: ${why}`),
    ...never.map((cell) => `never hit: ${cell}`),
    `${boundaries} effect boundaries × ${names.length} faults: ${boundaries * names.length - cells} cannot be; ` +
      `of the other ${cells} ${hit} were hit, ${often} of them ${enough} times or more`,
  ];
}

/** Number of hits of a cell, or the mark that explains why there can be none. */
function timesOf(boundary: string, modes: Readonly<Record<string, number>>, column: Column): number | string {
  const possible = columns[column].filter((mode) => mode in modes);
  if (possible.length > 0) return possible.reduce((total, mode) => total + (modes[mode] ?? 0), 0);
  const name = boundary.slice(boundary.indexOf(' › ') + ' › '.length);
  const reason = impossible.find((each) => each.is.test(name) && each.columns.includes(column));
  if (!reason) throw new Error(`nobody says why ${boundary} has no ${column}`);
  return reason.mark;
}
