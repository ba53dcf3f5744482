import type { Clock } from '#functions/ports/clock.ts';
import { measures, type Metrics } from '#functions/ports/metrics.ts';

/**
 * Metrics as lines of the log, in CloudWatch's embedded format: CloudWatch makes metrics of them, and no call leaves the
 * function.
 */
export function createEmfMetrics(
  namespace: string,
  clock: Pick<Clock, 'now'>,
  write: (line: string) => void = (line) => void process.stdout.write(line),
): Metrics {
  return {
    put: (name, of, value) => {
      const { unit, dimension } = measures[name];
      const directive = { Namespace: namespace, Dimensions: [[dimension]], Metrics: [{ Name: name, Unit: unit }] };
      const _aws = { Timestamp: clock.now(), CloudWatchMetrics: [directive] };
      write(`${JSON.stringify({ _aws, level: 'info', message: 'measured', [dimension]: of, [name]: value })}\n`);
    },
  };
}

/** Metrics that record nothing, for functions that measure nothing. */
export const noMetrics: Metrics = { put: () => undefined };
