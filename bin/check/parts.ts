import path from 'node:path';

import { listChangedFiles, readSources } from './changed-files.ts';
import { relatedTests } from './related-tests.ts';

/** One command of the checks, which must end with 0. */
export type Part = {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Environment variables of this part, beside those of every part. */
  readonly env?: Readonly<Record<string, string>>;
  /** File of vitest's JSON report; undefined for a part that is no test run. */
  readonly report: string | undefined;
  /** Returns the command that runs some of its files again; undefined for a part whose failures are never chance. */
  readonly secondTry?: (files: readonly string[]) => Pick<Part, 'args' | 'env' | 'report'>;
};

/** A part by its command alone. */
type Plain = Pick<Part, 'command' | 'args' | 'env'>;

const bin = path.resolve(import.meta.dirname, '..');
const node = (script: string, ...args: readonly string[]): Plain => ({
  command: process.execPath,
  args: [path.join(bin, script), ...args],
});
const vitest = (...args: readonly string[]): Plain => ({ command: 'vitest', args: ['run', ...args] });

/** Seeds of the simulation in a quick run. */
const quickSeeds = 300;

/** CPU seconds after which the sample of planted faults begins no further fault, so that it ends below twenty. */
const faultSampleCpuSeconds = 14;

/**
 * Workers of the unit tests. Some tests wait for an engine or a process, so a third worker fills two cores; a fourth
 * costs more CPU.
 */
const unitWorkers = 3;

/** The test that a quick run replaces by a part with fewer seeds. */
const simulation = 'test/simulation/prove-seeds.test.ts';

/**
 * Runs a type checker in one thread: each thread works out its types by itself, so one takes a fifth less CPU than one
 * per core.
 */
const oneThread = { GOMAXPROCS: '1' };

const fixedCommands = {
  build: node('build.ts'),
  format: { command: 'oxfmt', args: ['--check', '.'] },
  lint: { command: 'oxlint', args: ['--type-aware', '.'], env: oneThread },
  types: { command: 'tsc', args: ['-p', '.', '--checkers', '1'], env: oneThread },
  unit: vitest('--project', 'unit*', '--maxWorkers', String(unitWorkers)),
  stack: vitest('--project', 'stack'),
  site: vitest('--project', 'site'),
  'site-1': vitest('--project', 'site', '--shard', '1/3'),
  'site-2': vitest('--project', 'site', '--shard', '2/3'),
  'site-3': vitest('--project', 'site', '--shard', '3/3'),
  'own-stacks': vitest('--project', 'own-stacks'),
  traffic: node('check-traffic.ts'),
  faults: node('plant-bugs.ts', '--sample', String(faultSampleCpuSeconds)),
  walk: vitest('--project', 'site', 'test/browser/first-flow.test.ts'),
} as const satisfies Record<string, Plain>;

/** Every part by its name. */
const commands: Readonly<Record<PartName, (seed: number) => Plain>> = {
  ...(Object.fromEntries(Object.entries(fixedCommands).map(([name, command]) => [name, () => command])) as Record<
    keyof typeof fixedCommands,
    () => Plain
  >),
  'unit:related': () => related('near'),
  related: () => related('all'),
  seeds: (seed) => node('prove.ts', '--quick', '--seeds', String(quickSeeds), '--from', String(seed)),
};

export type PartName = keyof typeof fixedCommands | 'unit:related' | 'related' | 'seeds';

/** The names of all parts. `site`, `walk`, `related`, `unit:related` and `seeds` repeat a share of the others. */
export const partNames = Object.keys(commands) as PartName[];

/** Returns a run of the unit tests that reach, by imports, a file that differs from main. */
function related(reach: 'near' | 'all'): Plain {
  const { run, leftOut } = relatedTests(listChangedFiles(), readSources(), reach);
  if (leftOut.length > 0) console.log(`Left out, to be quick (npm test runs them): ${leftOut.join(', ')}`);
  const files = reach === 'all' ? run.filter((file) => file !== simulation) : run;
  if (files.length === 0) console.log('No test of this part reaches what differs from main.');
  // Without a file name, vitest would run all tests.
  return vitest('--project', 'unit*', '--passWithNoTests', ...(files.length === 0 ? ['no-such-file'] : files));
}

/**
 * Rows of work that some lanes share: a free lane takes the next row, and runs the parts of that row one after another.
 */
export type Stage = { readonly lanes: number; readonly work: readonly (readonly PartName[])[] };

/**
 * The stages of a run, one after another. Browsers and stacks wait half of their time, so there are more lanes than
 * cores, and the browser tests are three shares, each with its own stack. The unit tests fill two cores alone, so they
 * come last, with the sample of planted faults and the type check. The last stage checks the traffic that the others
 * recorded.
 */
export const allStages: readonly Stage[] = [
  { lanes: 2, work: [['build'], ['format', 'lint']] },
  { lanes: 5, work: [['own-stacks'], ['site-1'], ['site-2'], ['site-3'], ['stack'], ['unit'], ['faults'], ['types']] },
  { lanes: 1, work: [['traffic']] },
];

/**
 * The stages of a quick run, at most two and a half minutes on an idle machine: tests near the change, and one walk.
 */
export const quickStages: readonly Stage[] = [
  {
    lanes: 2,
    work: [
      ['build', 'walk'],
      ['format', 'lint', 'types', 'related', 'seeds'],
    ],
  },
];

/** The project of each part that runs on stacks. */
const projects: Partial<Record<PartName, string>> = {
  stack: 'stack',
  site: 'site',
  'site-1': 'site',
  'site-2': 'site',
  'site-3': 'site',
  'own-stacks': 'own-stacks',
};

/** Returns a part for a run with this seed; a test run leaves its report in `folder`. */
export function partOf(name: PartName, folder: string, seed: number): Part {
  const { command, args, env = {} } = commands[name](seed);
  if (command !== 'vitest') return { name, command, args, env, report: undefined };
  const project = projects[name];
  const secondTry = (files: readonly string[]) => ({
    ...reported(['run', '--project', project ?? '', ...files], path.join(folder, `results-${name}-again.json`)),
    env: { SECOND_TRY: '1' },
  });
  return {
    name,
    command,
    ...reported(args, path.join(folder, `results-${name}.json`)),
    ...(project !== undefined && { secondTry }),
  };
}

function reported(args: readonly string[], report: string): Pick<Part, 'args' | 'report'> {
  return { args: [...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], report };
}
