/**
 * `npm test`: every check there is. Each one runs whatever the others said, so one run tells everything; any that fails
 * makes the whole fail.
 *
 *     npm test                 all of it
 *     node bin/check.ts unit   only what is named: format, lint, types, unit, stack, site, own-stacks, traffic
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { rest } from './command-line/arguments.ts';
import { oneOf } from './command-line/kinds.ts';
import { runCommand } from './command-line/run-command.ts';

type Check = { readonly name: string; readonly command: string; readonly args: readonly string[] };
type Outcome = { readonly name: string; readonly code: number; readonly seconds: number };

/** Whatever is killed before it could clear up left it in here. */
const temporary = path.join(tmpdir(), `satchel-run-${randomUUID()}`);

/** Where a check of tests leaves what became of each of them. */
const resultsOf = (name: string): string => path.join(temporary, `results-${name}.json`);

const vitest = (name: string, projects = name): Check => ({
  name,
  command: 'vitest',
  args: ['run', '--project', projects, '--reporter=default', '--reporter=json', `--outputFile.json=${resultsOf(name)}`],
});

/**
 * What runs one after another, in lanes that run at once: browsers and stacks wait half of their time, for a frame, a page,
 * a process that starts. The last stage looks at what the others have left.
 */
const stages: readonly (readonly (readonly Check[])[])[] = [
  [
    [
      { name: 'format', command: 'oxfmt', args: ['--check', '.'] },
      { name: 'lint', command: 'oxlint', args: ['--type-aware', '.'] },
      { name: 'types', command: 'tsc', args: ['-p', '.'] },
      vitest('unit', 'unit*'),
    ],
    [vitest('site')],
    [vitest('stack')],
    [vitest('own-stacks')],
  ],
  [[{ name: 'traffic', command: process.execPath, args: [path.join(import.meta.dirname, 'check-traffic.ts')] }]],
];

const root = path.resolve(import.meta.dirname, '..');
const bin = path.join(root, 'node_modules/.bin');

const running = new Set<ChildProcess>();
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    isStopped = true;
    for (const child of running) child.kill(signal);
  });
}

/** Runs one check with our own tools first in the path, each line of what it says after its name; answers how it ended. */
async function run({ name, command, args }: Check): Promise<Outcome> {
  const begun = performance.now();
  const child = spawn(path.resolve(bin, command), args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`,
      TMPDIR: temporary,
      ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
    },
  });
  running.add(child);
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => console.log(`${name.padEnd(nameWidth)} │ ${line}`));
  }
  const code = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(127));
    child.once('close', (ended) => resolve(ended ?? 1));
  });
  running.delete(child);
  return { name, code, seconds: Math.round((performance.now() - begun) / 100) / 10 };
}

/** One after another, also after one that failed. */
async function runLane(lane: readonly Check[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const check of lane) if (!isStopped) outcomes.push(await run(check));
  return outcomes;
}

type Results = {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
};

/** Each test of a check that failed, with the first line of why: whoever sees only the end of a run sees these. */
function readFailures(check: string): string[] {
  if (!existsSync(resultsOf(check))) return [];
  const { testResults } = JSON.parse(readFileSync(resultsOf(check), 'utf8')) as Results;
  return testResults.flatMap(({ name, message, status, assertionResults }) => {
    const file = path.relative(root, name);
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [`${file}: ${firstLine(message)}`] : [];
    return failed.map(({ fullName, failureMessages }) => `${file}: ${fullName}: ${firstLine(failureMessages[0])}`);
  });
}

const firstLine = (text = ''): string => text.split('\n', 1)[0]?.slice(0, 300) ?? '';

const names = stages.flat(2).map(({ name }) => name);
const nameWidth = Math.max(...names.map((name) => name.length));

await runCommand(
  import.meta,
  {
    summary: 'Runs the checks (npm test): all of them, whatever each one says, or only those that are named.',
    positionals: { checks: rest(oneOf(names), 'only these') },
  },
  async ({ checks }) => {
    mkdirSync(temporary);
    const wanted = new Set<string>(checks);
    const outcomes: Outcome[] = [];
    for (const stage of stages) {
      const lanes = stage.map((lane) => lane.filter(({ name }) => wanted.size === 0 || wanted.has(name)));
      outcomes.push(...(await Promise.all(lanes.map(runLane))).flat());
    }

    const failures = outcomes.flatMap(({ name }) => readFailures(name));
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });

    console.log('\n── checks ──');
    for (const { name, code, seconds } of outcomes)
      console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${name}  ${seconds} s`);
    for (const failure of failures) console.log(`  ${failure}`);
    const failed = outcomes.filter(({ code }) => code !== 0).length;
    console.log(`${outcomes.length - failed} passed, ${failed} failed`);
    process.exitCode = failed === 0 && !isStopped ? 0 : 1;
  },
);
