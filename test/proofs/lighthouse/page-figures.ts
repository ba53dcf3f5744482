/** The figures of one run of Lighthouse on a page. Scores are 0 to 100, times in milliseconds, bytes gzipped. */
export type PageFigures = {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  readonly lcpMs: number;
  readonly cls: number;
  readonly tbtMs: number;
  readonly jsBytes: number;
  readonly cssBytes: number;
  /** Failed audits by Lighthouse's names, without those of performance. */
  readonly failedAudits: readonly string[];
};

/** Returns the median of each figure. Throws when there is no run. */
export function medianOf(runs: readonly PageFigures[]): PageFigures {
  const middle = (figure: (run: PageFigures) => number): number => {
    const sorted = runs.map(figure).toSorted((one, other) => one - other);
    const value = sorted[Math.floor(sorted.length / 2)];
    if (value === undefined) throw new Error('nothing was measured');
    return value;
  };
  return {
    performance: middle((run) => run.performance),
    accessibility: middle((run) => run.accessibility),
    bestPractices: middle((run) => run.bestPractices),
    seo: middle((run) => run.seo),
    lcpMs: middle((run) => run.lcpMs),
    cls: middle((run) => run.cls),
    tbtMs: middle((run) => run.tbtMs),
    jsBytes: middle((run) => run.jsBytes),
    cssBytes: middle((run) => run.cssBytes),
    failedAudits: [...new Set(runs.flatMap((run) => run.failedAudits))],
  };
}
