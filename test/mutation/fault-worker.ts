import { globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { transformSync } from 'esbuild';
import type { PlantedBug } from '#test/simulation/planted-bug.ts';
import type * as registered from './registered-tests.ts';

/*
 * Runs tests with one fault after another in one process. For each fault the repository's own modules are loaded again,
 * with the fault in the text of one of them; packages are loaded once. Nothing is written to disk.
 */

/** One run: the fault, if any, and the patterns of the test files; `only` limits the run to one test's name. */
export type FaultRun = {
  readonly fault: PlantedBug | undefined;
  readonly seenBy: readonly string[];
  readonly only?: string;
};

/** Result of a run: the first failed test, described in `red` and named in `test`; both undefined when all pass. */
export type FaultFound = {
  readonly red: string | undefined;
  /** Name of the failed test, or of its file when that cannot be loaded. */
  readonly test?: string;
  readonly tests: number;
  /** True when the failed test has not ended, so that its process cannot be used again. */
  readonly isStuck?: boolean;
};

/** Timeout of one test in milliseconds, because some faults make a test wait forever. */
const testMs = 30_000;

class Stuck extends Error {}

const { root } = workerData as { readonly root: string };
const rootUrl = pathToFileURL(`${root}/`).href;
const stand = new URL('registered-tests.ts', import.meta.url).href;
let run = 0;
let planted: PlantedBug | undefined;

const versionOf = (url: string | undefined): string | undefined => /[?&]fault=(\d+)$/.exec(url ?? '')?.[1];

registerHooks({
  resolve(specifier, context, next) {
    const version = versionOf(context.parentURL);
    if (version === undefined) return next(specifier, context);
    const found = next(specifier === 'vitest' ? stand : specifier, context);
    const isOurs = found.url.startsWith(rootUrl) && !found.url.includes('/node_modules/');
    return isOurs ? { ...found, url: `${found.url}?fault=${version}` } : found;
  },
  load(url, context, next) {
    if (versionOf(url) === undefined) return next(url, context);
    const file = fileURLToPath(url.replace(/\?.*$/, ''));
    if (file.endsWith('.css')) return { format: 'module', source: 'export default {};', shortCircuit: true };
    if (file.endsWith('.json')) return next(url, context);
    const text = readFileSync(file, 'utf8');
    const isPlace = planted !== undefined && path.relative(root, file) === planted.file;
    const source = isPlace ? text.replace(planted?.find ?? '', () => planted?.replace ?? '') : text;
    if (!file.endsWith('.tsx')) return { format: 'module-typescript', source, shortCircuit: true };
    const { code } = transformSync(source, { loader: 'tsx', jsx: 'automatic', format: 'esm' });
    return { format: 'module', source: code, shortCircuit: true };
  },
});

const requestLock = navigator.locks.request.bind(navigator.locks) as (name: string, ...rest: unknown[]) => unknown;

/** Gives each run its own locks, because a failed test holds its locks for as long as the process lives. */
function nameLocksAfter(current: number): void {
  Object.defineProperty(navigator.locks, 'request', {
    configurable: true,
    value: (name: string, ...rest: unknown[]) => requestLock(`${current}/${name}`, ...rest),
  });
}

/** Rejects when a test does not end in time. */
async function orStuck(test: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Stuck(`does not end within ${testMs / 1000} s`)), testMs);
  });
  await Promise.race([test, late]).finally(() => clearTimeout(timer));
}

async function look({ fault, seenBy, only }: FaultRun): Promise<FaultFound> {
  run += 1;
  planted = fault;
  nameLocksAfter(run);
  const files = seenBy.flatMap((pattern) => globSync(`test/${pattern}`, { cwd: root }).toSorted());
  if (files.length === 0) return { red: undefined, tests: 0 };
  const { registerFile, registeredTests, runTest, endSuites } = (await import(
    `${stand}?fault=${run}`
  )) as typeof registered;
  let done = 0;
  for (const file of files) {
    let id = file;
    try {
      await registerFile(file, `${pathToFileURL(path.join(root, file)).href}?fault=${run}`);
      for (const test of registeredTests().slice(done)) {
        done += 1;
        if (only !== undefined && test.id !== only) continue;
        ({ id } = test);
        await orStuck(runTest(test));
      }
    } catch (thrown) {
      const why = thrown instanceof Error ? thrown.message : 'something that is no error was thrown';
      if (!(thrown instanceof Stuck)) await endSuites().catch(() => undefined);
      return { red: `${id} — ${why.split('\n', 1)[0]}`, test: id, tests: done, isStuck: thrown instanceof Stuck };
    }
    await endSuites();
  }
  return { red: undefined, tests: done };
}

parentPort?.on('message', (given: FaultRun) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin.
  void look(given).then((found) => parentPort?.postMessage(found));
});
// Ignores late errors of work that a program with a planted fault left behind.
process.on('uncaughtException', () => undefined);
process.on('unhandledRejection', () => undefined);
