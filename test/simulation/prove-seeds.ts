import { runSeed } from './run-story.ts';

/** Counts of the outcomes of each effect: boundary → mode → times. Zero is a mode that was possible and not drawn. */
export type CoverageTable = Record<string, Record<string, number>>;

/** The result of a range of seeds. */
export type SeedsReport = {
  readonly seeds: number;
  readonly effects: number;
  /** The seeds that ended with a violation, and its message; in order. */
  readonly broken: readonly { readonly seed: number; readonly what: string }[];
  readonly coverage: CoverageTable;
};

/**
 * Runs the stories of `count` seeds, beginning with `from` and `step` apart. Ends after the current seed when
 * `isStopped` returns true, and at `brokenMax` broken seeds.
 */
export async function proveSeeds(
  range: {
    readonly from: number;
    readonly count: number;
    readonly step: number;
    /** Maximum number of broken seeds in a run: more add no knowledge. */
    readonly brokenMax: number;
  },
  onProgress: (seedsDone: number) => void = () => undefined,
  isStopped: () => boolean = () => false,
): Promise<SeedsReport> {
  const coverage: CoverageTable = {};
  const broken: { seed: number; what: string }[] = [];
  let seeds = 0;
  let effects = 0;
  for (let index = 0; index < range.count && broken.length < range.brokenMax && !isStopped(); index += 1) {
    const seed = range.from + index * range.step;
    const end = await runSeed(seed);
    seeds += 1;
    if (end.violation) broken.push({ seed, what: end.violation.message });
    for (const [boundary, modes] of end.world.coverage) {
      const row = (coverage[boundary] ??= {});
      for (const [mode, times] of modes) {
        row[mode] = (row[mode] ?? 0) + times;
        effects += times;
      }
    }
    if (seeds % 50 === 0) onProgress(seeds);
  }
  return { seeds, effects, broken, coverage };
}

/** Merges reports into one. */
export function mergeReports(reports: readonly SeedsReport[]): SeedsReport {
  const coverage: CoverageTable = {};
  for (const report of reports) {
    for (const [boundary, modes] of Object.entries(report.coverage)) {
      const row = (coverage[boundary] ??= {});
      for (const [mode, times] of Object.entries(modes)) row[mode] = (row[mode] ?? 0) + times;
    }
  }
  return {
    seeds: reports.reduce((total, { seeds }) => total + seeds, 0),
    effects: reports.reduce((total, { effects }) => total + effects, 0),
    broken: reports.flatMap(({ broken }) => broken).toSorted((a, b) => a.seed - b.seed),
    coverage,
  };
}
