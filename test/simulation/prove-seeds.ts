import type { Card } from '#functions/ports/entities/cards.ts';
import type { Case } from '#functions/ports/entities/cases.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import { entitiesOf } from './audit.ts';
import { isForFloat } from './float-audit.ts';
import { runSeed } from './run-story.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** Counts of the outcomes of each effect: boundary → mode → times. Zero is a mode that was possible and not drawn. */
export type CoverageTable = Record<string, Record<string, number>>;

/** The result of a range of seeds. */
export type SeedsReport = {
  readonly seeds: number;
  readonly effects: number;
  /** The seeds that ended with a violation, and its message; in order. */
  readonly broken: readonly { readonly seed: number; readonly what: string }[];
  readonly coverage: CoverageTable;
  /** Counts of the posted kinds of records, the reasons for which cards were frozen, and the successful requests. */
  readonly facts: Readonly<Record<string, number>>;
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
  const facts: Record<string, number> = {};
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
    for (const fact of factsOf(end.world)) facts[fact] = (facts[fact] ?? 0) + 1;
    if (seeds % 50 === 0) onProgress(seeds);
  }
  return { seeds, effects, broken, coverage, facts };
}

/** Names what happened in a story, each time that it did. */
function factsOf({ table, asked }: SimulatedWorld): readonly string[] {
  const facts: string[] = [];
  for (const { before, after } of table.stream) {
    if (before === undefined && after?.['entity'] === 'journal') facts.push(String(after['kind']));
    if (before === undefined && after?.['entity'] === 'audit') facts.push(String(after['action']));
    if (before?.['state'] === 'waiting' && after?.['state'] === 'approved' && after['isSentBack'] === true)
      facts.push('money sent back by hand');
    if (before === undefined && after?.['entity'] === 'dailyReport' && after['closedAtMs'] !== undefined)
      facts.push('day closed');
    if (before === undefined && after?.['kind'] === 'renewal') facts.push('payment announced');
    if (before === undefined && after?.['startedBy'] !== undefined) facts.push('auto-load started');
    if (after?.['entity'] === 'deposit') facts.push(...factsOfDeposit(before as never, after as never));
    if (
      before?.['isAutomatic'] === true &&
      before['requested'] === undefined &&
      before['withdrawnCents'] !== after?.['withdrawnCents']
    )
      facts.push('automatic payout');
    if (after?.['entity'] === 'case' && before?.['state'] !== after['state']) facts.push(factOfCase(after as never));
    if (after?.['entity'] !== 'card') continue;
    const { frozenReasons, autoLoad } = after as unknown as Card;
    const earlier = (before as Card | undefined)?.frozenReasons ?? [];
    const order = (before as Card | undefined)?.autoLoad;
    if (autoLoad?.cappedMonth !== order?.cappedMonth) facts.push('auto-load paused for a month');
    if (autoLoad?.failure !== undefined && order?.failure === undefined) facts.push('auto-load not started');
    facts.push(...frozenReasons.filter((each) => !earlier.includes(each)).map((reason) => `frozen for ${reason}`));
  }
  const payouts = entitiesOf(table, 'movement').filter(({ kind }) => kind === 'referral_payout');
  if (new Set(payouts.map(({ userId }) => userId)).size < payouts.length) facts.push('second referral_payout');
  for (const { route, answers } of asked) {
    if (answers.some((answer) => answer !== undefined && answer.status < 300)) facts.push(route);
    if (answers.some((answer) => answer !== undefined && isForFloat(answer))) facts.push('refused for a short float');
  }
  return facts;
}

function factOfCase({ state, closedBy }: Case): string {
  return state === 'closed' ? `case closed by ${closedBy}` : `case ${state}`;
}

function factsOfDeposit(before: Deposit | undefined, after: Deposit): readonly string[] {
  const wasCanceled = before?.canceledAtMs !== undefined;
  if (wasCanceled === (after.canceledAtMs !== undefined)) return [];
  return [wasCanceled ? 'paid after a cancel' : 'deposit canceled'];
}

/** Merges reports into one. */
export function mergeReports(reports: readonly SeedsReport[]): SeedsReport {
  const coverage: CoverageTable = {};
  const facts: Record<string, number> = {};
  for (const report of reports) {
    for (const [fact, times] of Object.entries(report.facts)) facts[fact] = (facts[fact] ?? 0) + times;
    for (const [boundary, modes] of Object.entries(report.coverage)) {
      const row = (coverage[boundary] ??= {});
      for (const [mode, times] of Object.entries(modes)) row[mode] = (row[mode] ?? 0) + times;
    }
  }
  return {
    seeds: reports.reduce((total, { seeds }) => total + seeds, 0),
    effects: reports.reduce((total, { effects }) => total + effects, 0),
    facts,
    broken: reports.flatMap(({ broken }) => broken).toSorted((a, b) => a.seed - b.seed),
    coverage,
  };
}
