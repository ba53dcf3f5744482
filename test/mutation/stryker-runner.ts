import { globSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import type * as registered from './registered-tests.ts';

/*
 * Runs mutants for Stryker in one process. Stryker's own runner for vitest starts a worker for each mutant and loads
 * everything again, which takes five seconds for tests of five milliseconds. Here the test files are loaded once, and
 * the instrumented code reads the number of the active mutant.
 */

/** The variables of the instrumented code. */
type Instrumentation = {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: unknown;
};

type MutantRun = {
  readonly activeMutant: { readonly id: string };
  readonly mutantActivation: 'static' | 'runtime';
  readonly testFilter?: readonly string[];
  readonly hitLimit?: number;
};

const instrumentation = ((globalThis as unknown as Record<string, Instrumentation>)['__stryker__'] ??= {});

/** The test runner: Stryker makes one in each of its processes. */
class InProcessRunner {
  readonly #files: readonly string[];
  #tests: readonly registered.RegisteredTest[] | undefined;
  #run: ((test: registered.RegisteredTest) => Promise<void>) | undefined;

  constructor(files: readonly string[]) {
    this.#files = files;
  }

  capabilities() {
    return { reloadEnvironment: false };
  }

  async init() {}
  async dispose() {}

  async dryRun() {
    const tests = await this.#load();
    const results = [];
    for (const test of tests) {
      const { failure, timeSpentMs } = await this.#try(test);
      const { id } = test;
      const of = { id, name: id, timeSpentMs };
      results.push(failure === undefined ? { ...of, status: 0 } : { ...of, status: 1, failureMessage: failure });
    }
    return { status: 'complete', tests: results, mutantCoverage: instrumentation.mutantCoverage };
  }

  async mutantRun({ activeMutant, mutantActivation, testFilter, hitLimit }: MutantRun) {
    instrumentation.hitLimit = hitLimit;
    instrumentation.hitCount = hitLimit === undefined ? undefined : 0;
    // A mutant in code that runs when a module is loaded has to be active before that.
    if (mutantActivation === 'static') instrumentation.activeMutant = activeMutant.id;
    const tests = await this.#load();
    instrumentation.activeMutant = activeMutant.id;
    let nrOfTests = 0;
    for (const test of tests) {
      if (testFilter && !testFilter.includes(test.id)) continue;
      nrOfTests += 1;
      const { failure } = await this.#try(test);
      if (failure === undefined) continue;
      if (hitLimit !== undefined && (instrumentation.hitCount ?? 0) > hitLimit)
        return { status: 'timeout', reason: 'it goes on for ever' };
      return { status: 'killed', killedBy: [test.id], failureMessage: failure, nrOfTests };
    }
    return { status: 'survived', nrOfTests };
  }

  async #try(
    test: registered.RegisteredTest,
  ): Promise<{ readonly failure: string | undefined; readonly timeSpentMs: number }> {
    const startedAt = performance.now();
    instrumentation.currentTestId = test.id;
    let failure: string | undefined;
    try {
      await this.#run?.(test);
    } catch (thrown) {
      failure = thrown instanceof Error ? thrown.message : 'something that is no error was thrown';
    }
    instrumentation.currentTestId = undefined;
    return { failure, timeSpentMs: performance.now() - startedAt };
  }

  async #load(): Promise<readonly registered.RegisteredTest[]> {
    if (this.#tests) return this.#tests;
    const standIn = pathToFileURL(path.resolve('test/mutation/registered-tests.ts')).href;
    registerHooks({
      resolve: (specifier, context, next) =>
        specifier === 'vitest' ? { url: standIn, shortCircuit: true } : next(specifier, context),
    });
    const { registerFile, registeredTests, runTest } = (await import(standIn)) as typeof registered;
    for (const file of this.#files.flatMap((pattern) => globSync(pattern).toSorted())) {
      await registerFile(file, pathToFileURL(path.resolve(file)).href);
    }
    this.#run = runTest;
    this.#tests = registeredTests();
    return this.#tests;
  }
}

function createRunner(options: { readonly satchelTests: readonly string[] }): InProcessRunner {
  return new InProcessRunner(options.satchelTests);
}
createRunner.inject = ['options'] as const;

export const strykerPlugins = [{ kind: 'TestRunner', name: 'in-process', factory: createRunner }];
