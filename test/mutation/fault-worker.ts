import { globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { transformSync } from 'esbuild';
import type { PlantedBug } from '#test/simulation/planted-bugs.ts';
import type * as registered from './registered-tests.ts';

/*
 * Runs tests with one fault after another in one process. For each fault the repository's own modules are loaded anew, with
 * the fault in the text of one of them; packages are loaded once. Nothing is written to disk.
 */

/** One run: the fault, or none, and the tests that look for it. */
export type FaultRun = { readonly fault: PlantedBug | undefined; readonly seenBy: readonly string[] };

/** What a run found: the first red test in words, or undefined when all are green. */
export type FaultFound = { readonly red: string | undefined; readonly tests: number };

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

async function look({ fault, seenBy }: FaultRun): Promise<FaultFound> {
  run += 1;
  planted = fault;
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
        ({ id } = test);
        await runTest(test);
        done += 1;
      }
    } catch (thrown) {
      const why = thrown instanceof Error ? thrown.message : 'something that is no error was thrown';
      await endSuites().catch(() => undefined);
      return { red: `${id} — ${why.split('\n', 1)[0]}`, tests: done };
    }
    await endSuites();
  }
  return { red: undefined, tests: done };
}

parentPort?.on('message', (given: FaultRun) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin.
  void look(given).then((found) => parentPort?.postMessage(found));
});
// What a faulted program leaves behind fails in its own time.
process.on('uncaughtException', () => undefined);
process.on('unhandledRejection', () => undefined);
