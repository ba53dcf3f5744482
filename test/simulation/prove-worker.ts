import { parentPort, workerData } from 'node:worker_threads';
import { proveSeeds } from './prove-seeds.ts';

/** The data that a thread is started with. */
export type ProveThread = {
  readonly range: Parameters<typeof proveSeeds>[0];
  /** Shared memory: a 1 in its first element ends the thread after its current seed. */
  readonly stop: Int32Array;
};

/* oxlint-disable unicorn/require-post-message-target-origin -- a thread is no window. */

// Refusals are thrown by the thousand, so stack traces are off here. The command that replays a seed shows them.
Error.stackTraceLimit = 0;

/** One thread's share of the seeds, reported to the thread that started it. */
const { range, stop } = workerData as ProveThread;
// Uses shared memory, because a message would arrive only after all stories: they leave the event loop no turn.
const report = await proveSeeds(
  range,
  (seeds) => parentPort?.postMessage({ seeds }),
  () => Atomics.load(stop, 0) !== 0,
);
parentPort?.postMessage({ report });
