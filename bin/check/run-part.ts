import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

import type { Outcome } from './closing-table.ts';
import type { CpuMeter } from './cpu-meter.ts';
import { findReason } from './find-reason.ts';
import type { Part } from './parts.ts';
import { neededSecondTry, readFailures, readSecondTries, type TestReport } from './read-failures.ts';

const root = path.resolve(import.meta.dirname, '../..');
const tools = path.join(root, 'node_modules/.bin');

/**
 * Compiler, linter and bundler are Go programs that end after seconds. Their garbage collection takes a third of their CPU
 * time and frees a tenth of their memory, so it begins at the limit only.
 */
const goSettings = { GOGC: 'off', GOMEMLIMIT: '3GiB' };

/** Most failed files that have a second try: what breaks more is no chance. */
const secondTryFilesMax = 4;

/** The state that all parts of a run share. */
export type Run = {
  /** Folder for everything temporary: a process that is killed leaves its files there. */
  readonly folder: string;
  readonly seed: number;
  readonly meter: CpuMeter;
  /** The processes that run now, so that a signal can end them. */
  readonly running: Set<ChildProcess>;
  readonly print: (part: string, line: string) => void;
};

/** The outcome of a part, with its failed tests or the lines that say why. */
export type PartOutcome = Outcome & { readonly reasons: readonly string[] };

/** The end of a command: its failure in words, if any, and all that it printed. */
type CommandEnd = { readonly failure: string | undefined; readonly output: readonly string[] };

/**
 * Runs one part. When few files of a part with stacks fail, these files have a second try: a stack of a dozen processes on
 * a busy machine loses a connection now and then. What passes only then is named, because it is to be mended.
 */
export async function runPart(part: Part, run: Run): Promise<PartOutcome> {
  const begunAtMs = performance.now();
  const first = await resultOf(part, run);
  // A part that a signal ended is not to begin again.
  const again = first.failure === 'exit code 1' ? secondTryOf(part, first.results) : undefined;
  const second = again && (await resultOf(again, run));
  const isMended = second !== undefined && second.failure === undefined;
  const failedTests = first.results ? readFailures(first.results, fromRoot) : [];
  const { failure } = isMended ? second : first;
  return {
    name: part.name,
    failure,
    seconds: (performance.now() - begunAtMs) / 1_000,
    cpuSeconds: undefined,
    reasons: [
      ...(failure === undefined ? [] : [failure, ...failedTests, ...findReason(first.output, failedTests.length > 0)]),
      ...(isMended ? failedTests.map((test) => `${neededSecondTry}: ${test}`) : []),
      ...(first.results ? readSecondTries(first.results, fromRoot) : []),
    ],
  };
}

async function resultOf(part: Part, run: Run): Promise<CommandEnd & { readonly results: TestReport | undefined }> {
  const end = await runToEnd(part, run);
  return { ...end, results: part.report === undefined ? undefined : readReport(part.report) };
}

/** Returns a run of the failed files alone; undefined when there are none, or too many to be chance. */
function secondTryOf({ secondTry, ...part }: Part, results: TestReport | undefined): Part | undefined {
  const files = (results?.testResults ?? []).filter(({ status }) => status === 'failed').map(({ name }) => name);
  if (secondTry === undefined || files.length === 0 || files.length > secondTryFilesMax) return undefined;
  return { ...part, ...secondTry(files.map(fromRoot)) };
}

/** Runs a command with our own tools first in the path and prints each line of its output. */
async function runToEnd({ name, command, args, env }: Part, run: Run): Promise<CommandEnd> {
  const child = spawn(path.resolve(tools, command), args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...goSettings,
      ...env,
      ...process.env,
      PATH: `${tools}${path.delimiter}${process.env['PATH'] ?? ''}`,
      TMPDIR: run.folder,
      TEST_SEED: String(run.seed),
      ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
    },
  });
  run.running.add(child);
  if (child.pid !== undefined) run.meter.watch(name, child.pid);
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      output.push(line);
      run.print(name, line);
    });
  const failure = await new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(`${command} cannot be run: ${error.message}`));
    child.once('close', (code, signal) => {
      if (signal !== null) resolve(`ended by ${signal}`);
      else resolve(code === 0 ? undefined : `exit code ${code}`);
    });
  });
  run.running.delete(child);
  return { failure, output };
}

function readReport(report: string): TestReport | undefined {
  return existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as TestReport) : undefined;
}

function fromRoot(file: string): string {
  return path.relative(root, file);
}
