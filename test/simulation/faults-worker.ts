import { parentPort, workerData } from 'node:worker_threads';
import { tryFaults } from './enumerate-faults.ts';
import type { FlowName } from './flows.ts';

/* oxlint-disable unicorn/require-post-message-target-origin -- a thread is no window. */

/** One thread's share of a flow's faults. */
const { flow, options } = workerData as { flow: FlowName; options: Parameters<typeof tryFaults>[1] };
parentPort?.postMessage(await tryFaults(flow, options));
