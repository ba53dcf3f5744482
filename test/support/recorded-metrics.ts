import type { Metrics } from '#functions/ports/metrics.ts';

/** Makes metrics that are only recorded, as `EventDelay issuer-events 1200`. */
export function recordedMetrics(): { readonly metrics: Metrics; readonly seen: string[] } {
  const seen: string[] = [];
  return { seen, metrics: { put: (name, of, value) => void seen.push(`${name} ${of} ${value}`) } };
}
