import type { Operation } from '#functions/ports/entities/operations.ts';
import { measures, type Metrics } from '#functions/ports/metrics.ts';

/** Measures the open operations: their number in each state, and the age of the oldest one. */
export function measureOperations(metrics: Metrics, open: readonly Operation[], nowMs: number): void {
  for (const state of measures.OpenOperations.values) {
    const inState = open.filter((operation) => operation.state === state);
    const oldestMs = inState.reduce((oldest, { createdAtMs }) => Math.min(oldest, createdAtMs), nowMs);
    // Zero is measured too: a gap in the graph would look like trouble.
    metrics.put('OpenOperations', state, inState.length);
    metrics.put('OldestOperationSeconds', state, Math.max(0, Math.floor((nowMs - oldestMs) / 1_000)));
  }
}
