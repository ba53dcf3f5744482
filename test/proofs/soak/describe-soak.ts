import type { SoakReport } from './run-soak.ts';

/** Returns the report in one sentence, for a table of results. */
export function soakInOneLine({ operations, seconds, kills, settling, violations }: SoakReport): string {
  const end =
    violations.length === 0 ? 'ledger, issuer and payment provider agree to the cent' : `${violations.length} wrong`;
  return (
    `${operations} operations in ${(seconds / 60).toFixed(0)} min (${(operations / seconds).toFixed(1)} a second), ` +
    `${kills} kills −9, nothing under way ${(settling.realMs / 1000).toFixed(1)} s later: ${end}`
  );
}

/** Returns the report as text, for a person. */
export function describeSoak(report: SoakReport): string {
  const { settling, totals, violations } = report;
  const figure = (name: string, value: number): string => `  ${String(value).padStart(10)}  ${name}`;
  const table = (figures: ReadonlyMap<string, number>): string[] =>
    [...figures].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => figure(name, value));
  return [
    `${report.operations} operations in ${report.seconds.toFixed(0)} s, ${(report.operations / report.seconds).toFixed(1)} a second`,
    ...table(report.figures),
    `${report.kills} kills −9`,
    ...[...report.killsByPart].map(([part, times]) => {
      const absences = (report.absencesMs.get(part) ?? []).toSorted((a, b) => a - b);
      const middle = absences[Math.floor(absences.length / 2)] ?? 0;
      return `${figure(part, times)}, gone for ${middle} ms in the middle, ${absences.at(-1) ?? 0} at most`;
    }),
    'faults set at the providers',
    ...table(report.faults),
    `nothing under way ${(settling.realMs / 1000).toFixed(1)} s later, for which ${settling.virtualMs / 60_000} virtual minutes passed`,
    'cents in',
    figure('deposited', totals.deposited),
    figure('rewards', totals.rewards),
    'cents out',
    figure('fees', totals.fees),
    figure('spent at shops', totals.spentAtShops),
    figure('on accounts', totals.onAccounts),
    figure('on cards', totals.onCards),
    ...violations.slice(0, 50).map((violation) => `  WRONG ${violation}`),
    violations.length === 0
      ? 'Ledger, issuer and payment provider agree to the cent.'
      : `${violations.length} things are wrong.`,
  ].join('\n');
}
