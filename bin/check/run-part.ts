import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

import type { Outcome } from './closing-table.ts';
import type { CpuMeter } from './cpu-meter.ts';
import { findReason } from './find-reason.ts';
import type { Part } from './parts.ts';
import { readFailures, readSecondTries, type TestReport } from './read-failures.ts';

const root = path.resolve(import.meta.dirname, '../..');
const tools = path.join(root, 'node_modules/.bin');

/**
 * Compiler, linter and bundler are Go programs that end after seconds. Their garbage collection takes a third of their CPU
 * time and frees a tenth of their memory, so it begins at the limit only.
 */
const goSettings = { GOGC: 'off', GOMEMLIMIT: '3GiB' };

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

/** Runs one part with our own tools first in the path and prints each line of its output. */
export async function runPart({ name, command, args, env, report }: Part, run: Run): Promise<PartOutcome> {
  const begunAtMs = performance.now();
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
  const results = report === undefined ? undefined : readReport(report);
  const failedTests = results ? readFailures(results, fromRoot) : [];
  // A test that passes only at its second try is a flake to fix, so it is listed although the part passed.
  const secondTries = results ? readSecondTries(results, fromRoot) : [];
  return {
    name,
    failure,
    seconds: (performance.now() - begunAtMs) / 1_000,
    cpuSeconds: undefined,
    reasons: [
      ...(failure === undefined ? [] : [failure, ...failedTests, ...findReason(output, failedTests.length > 0)]),
      ...secondTries,
    ],
  };
}

function readReport(report: string): TestReport | undefined {
  return existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as TestReport) : undefined;
}

function fromRoot(file: string): string {
  return path.relative(root, file);
}
