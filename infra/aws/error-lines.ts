import type { Stage } from './config.ts';

/** The metric that counts what functions log as an error: each such line is something that a person has to look at. */
export function errorLines(stage: Stage) {
  return { metricNamespace: `Satchel/${stage}`, metricName: 'ErrorLines' };
}
