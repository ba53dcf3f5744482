import path from 'node:path';

/** One command that has to end well. */
export type Part = {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Where it leaves vitest's JSON report; undefined for a part that is no test run. */
  readonly report: string | undefined;
};

/** A part by its command alone. */
type Plain = { readonly command: string; readonly args: readonly string[] };

const bin = path.resolve(import.meta.dirname, '..');
const node = (script: string, ...args: readonly string[]): Plain => ({
  command: process.execPath,
  args: [path.join(bin, script), ...args],
});
const vitest = (...args: readonly string[]): Plain => ({ command: 'vitest', args: ['run', ...args] });

/** Every part by its name. The browser walk and the few seeds are parts of `--quick` only. */
const commands = {
  format: { command: 'oxfmt', args: ['--check', '.'] },
  lint: { command: 'oxlint', args: ['--type-aware', '.'] },
  types: { command: 'tsc', args: ['-p', '.'] },
  unit: vitest('--project', 'unit*'),
  stack: vitest('--project', 'stack'),
  site: vitest('--project', 'site'),
  'own-stacks': vitest('--project', 'own-stacks'),
  traffic: node('check-traffic.ts'),
} as const satisfies Record<string, Plain>;

export type PartName = keyof typeof commands;

/** The names of all parts. */
export const partNames = Object.keys(commands) as PartName[];

/**
 * The stages of a run, one after another; the lanes of a stage run at once, the parts of a lane one after another.
 * Browsers and stacks wait half of their time, for a frame, a page, a process that starts. The last stage reads what
 * the others have left.
 */
export const allStages: readonly (readonly (readonly PartName[])[])[] = [
  [['own-stacks'], ['site'], ['stack'], ['format', 'lint', 'types', 'unit']],
  [['traffic']],
];

/** Returns a part; a test run leaves its report in `folder`. */
export function partOf(name: PartName, folder: string): Part {
  const { command, args } = commands[name];
  if (command !== 'vitest') return { name, command, args, report: undefined };
  const report = path.join(folder, `results-${name}.json`);
  return {
    name,
    command,
    args: [...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    report,
  };
}
