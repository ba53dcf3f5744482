import type { Operation } from '#functions/ports/entities/operations.ts';
import { measures, type Metrics } from '#functions/ports/metrics.ts';

/** Measures the operations under way: how many there are in each state, and how old the oldest one is. */
export function measureOperations(metrics: Metrics, open: readonly Operation[], nowMs: number): void {
  for (const state of measures.OpenOperations.values) {
    const inState = open.filter((operation) => operation.state === state);
    const oldestMs = inState.reduce((oldest, { createdAtMs }) => Math.min(oldest, createdAtMs), nowMs);
    // Also none: a graph of gaps looks like one of trouble.
    metrics.put('OpenOperations', state, inState.length);
    metrics.put('OldestOperationSeconds', state, Math.max(0, Math.floor((nowMs - oldestMs) / 1_000)));
  }
}
