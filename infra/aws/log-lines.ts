import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern } from 'aws-cdk-lib/aws-logs';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Duration } from 'aws-cdk-lib';

import type { Concern } from '#functions/ports/error-texts.ts';
import type { Stage } from './config.ts';

/** The namespace of the metrics that are made of log lines. */
export function metricNamespaceOf(stage: Stage): string {
  return `Satchel/${stage}`;
}

/** Number of lines of one concern in the logs of all functions; `paused` are refusals on purpose. */
export function linesOf(stage: Stage, concern: Concern | 'paused', period: Duration): Metric {
  const dimensionsMap = { concern };
  return new Metric({
    namespace: metricNamespaceOf(stage),
    metricName: lines,
    dimensionsMap,
    statistic: 'sum',
    period,
  });
}

/** Number of failures that the runtime logged in place of a function: nothing caught them, or its time was up. */
export function crashesOf(stage: Stage, period: Duration): Metric {
  return new Metric({ namespace: metricNamespaceOf(stage), metricName: crashes, statistic: 'sum', period });
}

/** Counts the lines of a function's log group: ours by their concern, and the runtime's errors. */
export function countLines(logGroup: LogGroup, stage: Stage): void {
  const metricNamespace = metricNamespaceOf(stage);
  logGroup.addMetricFilter(lines, {
    metricNamespace,
    metricName: lines,
    dimensions: { concern: '$.concern' },
    filterPattern: FilterPattern.exists('$.concern'),
  });
  // Our lines say `error`; the runtime says `ERROR` for an uncaught one. A function whose time or memory was up says
  // nothing more: Lambda's report of the call, which has no level, names how it ended.
  logGroup.addMetricFilter(crashes, {
    metricNamespace,
    metricName: crashes,
    filterPattern: FilterPattern.any(
      FilterPattern.stringValue('$.level', '=', 'ERROR'),
      ...['timeout', 'failure', 'error'].map((end) => FilterPattern.stringValue('$.record.status', '=', end)),
    ),
  });
}

const lines = 'Lines';
const crashes = 'Crashes';
