import { parentPort, workerData } from 'node:worker_threads';
import { tryFaults } from './enumerate-faults.ts';
import type { FlowName } from './flows.ts';

/* oxlint-disable unicorn/require-post-message-target-origin -- a thread is no window. */

// Refusals are thrown by the thousand, so stack traces are off here. The command that replays a seed shows them.
Error.stackTraceLimit = 0;

/** The flow and the share of its faults that this thread tries. */
const { flow, options } = workerData as { flow: FlowName; options: Parameters<typeof tryFaults>[1] };
parentPort?.postMessage(await tryFaults(flow, options));
