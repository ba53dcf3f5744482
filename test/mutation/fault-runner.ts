import { SHARE_ENV, Worker } from 'node:worker_threads';
import { repositoryRoot } from '#infra/build/content-addressed-build.ts';
import type { PlantedBug } from '#test/simulation/planted-bug.ts';
import type { FaultFound, FaultRun } from './fault-worker.ts';

/** Result for one fault; `no proof` when its tests fail without the fault too, or when there are none. */
export type FaultOutcome =
  | { readonly kind: 'found'; readonly by: string }
  | { readonly kind: 'survived' }
  | { readonly kind: 'no proof'; readonly why: string };

/** Timeout of one run, in milliseconds. A fault that makes the tests hang counts as found. */
const runMs = 240_000;
/** Maximum number of runs of one worker, because the modules of each run stay in memory. */
const runsMax = 40;

/** Runs the tests that must find a fault. The fault is planted in memory only: the working tree is never touched. */
export class FaultRunner {
  #worker: Worker | undefined;
  #runs = 0;
  readonly #env = { ...process.env };

  /**
   * Runs the tests that must find the fault. Reruns the first failed test alone: without the fault it has to pass, and
   * with it to fail again.
   */
  async look({ seenBy = [], ...fault }: PlantedBug): Promise<FaultOutcome> {
    const { red, test, tests, isStuck } = await this.#run({ fault, seenBy });
    if (red === undefined && tests === 0)
      return { kind: 'no proof', why: `there are no tests at ${seenBy.join(', ')}` };
    if (red === undefined) return { kind: 'survived' };
    if (test !== undefined) {
      const isGreenWithout = (await this.#run({ fault: undefined, seenBy, only: test })).red === undefined;
      // A test that passes alone with the fault too has failed because of the tests before it.
      const isProof = isGreenWithout && (isStuck || (await this.#run({ fault, seenBy, only: test })).red !== undefined);
      if (isProof) return { kind: 'found', by: red };
    }
    // Some tests continue from the one before them and fail alone, so all tests are rerun without the fault.
    const { red: already } = await this.#run({ fault: undefined, seenBy });
    if (already === undefined) return { kind: 'found', by: red };
    return { kind: 'no proof', why: `red without the fault: ${already}` };
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = undefined;
    this.#runs = 0;
    // A test that was ended may have left its own.
    for (const name of Object.keys(process.env)) if (!(name in this.#env)) delete process.env[name];
    Object.assign(process.env, this.#env);
  }

  async #run(given: FaultRun): Promise<FaultFound> {
    if (this.#runs >= runsMax) await this.close();
    this.#runs += 1;
    this.#worker ??= new Worker(new URL('fault-worker.ts', import.meta.url), {
      workerData: { root: repositoryRoot },
      // A test that sets TZ changes the clock of the whole process only; a copy of the environment has no effect.
      env: SHARE_ENV,
      stdout: true,
      stderr: true,
    });
    const worker = this.#worker;
    const found = await new Promise<FaultFound>((resolve) => {
      const timer = setTimeout(() => end({ red: `nothing ends within ${runMs / 1000} s`, tests: 0 }), runMs);
      const died = (error: Error): void => end({ red: `the process dies: ${error.message}`, tests: 0 });
      const left = (): void => end({ red: 'the process ends', tests: 0 });
      const end = (result: FaultFound): void => {
        clearTimeout(timer);
        worker.off('message', end).off('error', died).off('exit', left);
        resolve(result);
      };
      worker.on('message', end).on('error', died).on('exit', left);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin.
      worker.postMessage(given);
    });
    if (found.isStuck || (found.tests === 0 && found.red !== undefined)) await this.close();
    return found;
  }
}
