import { parentPort, workerData } from 'node:worker_threads';
import { proveSeeds } from './prove-seeds.ts';

/* oxlint-disable unicorn/require-post-message-target-origin -- a thread is no window. */

// Refusals are thrown by the thousand, so stack traces are off here. The command that replays a seed shows them.
Error.stackTraceLimit = 0;

/** One thread's share of the seeds, reported to the thread that started it. */
const range = workerData as Parameters<typeof proveSeeds>[0];
const report = await proveSeeds(range, (seeds) => parentPort?.postMessage({ seeds }));
parentPort?.postMessage({ report });
