import { Worker } from 'node:worker_threads';
import { repositoryRoot } from '#infra/build/content-addressed-build.ts';
import type { PlantedBug } from '#test/simulation/planted-bugs.ts';
import type { FaultFound, FaultRun } from './fault-worker.ts';

/** Timeout of one run, in milliseconds: a fault that makes the tests wait for ever is found, too. */
const runMs = 300_000;
/** Maximum number of runs of one worker: each keeps its own modules. */
const runsMax = 40;

/** Runs the tests that must see a fault, with the fault in memory only: the working tree is never touched. */
export class FaultRunner {
  #worker: Worker | undefined;
  #runs = 0;

  /** Returns the first red test of those that must see the fault, in words; undefined when none is. */
  async redWith({ seenBy = [], ...fault }: PlantedBug): Promise<string | undefined> {
    return (await this.#run({ fault, seenBy })).red;
  }

  /** The same without any fault. Throws when there are no such tests. */
  async redWithout(seenBy: readonly string[]): Promise<string | undefined> {
    const { red, tests } = await this.#run({ fault: undefined, seenBy });
    if (red === undefined && tests === 0) throw new Error(`there are no tests at ${seenBy.join(', ')}`);
    return red;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = undefined;
    this.#runs = 0;
  }

  async #run(given: FaultRun): Promise<FaultFound> {
    if (this.#runs >= runsMax) await this.close();
    this.#runs += 1;
    this.#worker ??= new Worker(new URL('fault-worker.ts', import.meta.url), {
      workerData: { root: repositoryRoot },
      stdout: true,
      stderr: true,
    });
    const worker = this.#worker;
    const found = await new Promise<FaultFound>((resolve) => {
      const timer = setTimeout(() => end({ red: `nothing ends within ${runMs / 1000} s`, tests: 0 }), runMs);
      const died = (error: Error): void => end({ red: `the process dies: ${error.message}`, tests: 0 });
      const left = (): void => end({ red: 'the process ends', tests: 0 });
      const end = (told: FaultFound): void => {
        clearTimeout(timer);
        worker.off('message', end).off('error', died).off('exit', left);
        resolve(told);
      };
      worker.on('message', end).on('error', died).on('exit', left);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin.
      worker.postMessage(given);
    });
    if (found.tests === 0 && found.red !== undefined) await this.close();
    return found;
  }
}
