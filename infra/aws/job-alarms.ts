import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern } from 'aws-cdk-lib/aws-logs';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';

import { minutesBetweenRuns } from '../definition/minutes-between-runs.ts';
import type { Alarms } from './alarms.ts';
import { metricNamespaceOf } from './log-lines.ts';
import type { Stage } from './config.ts';

type Job = {
  readonly stage: Stage;
  /** `job.reconcile`. */
  readonly id: string;
  readonly expression: string;
  readonly lambda: IFunction;
  readonly logGroup: LogGroup;
};

/** Hours within which a reconciliation of each mode has to end, and the job that does it. */
const reconciliations: Readonly<Record<string, { readonly mode: 'light' | 'full'; readonly withinHours: number }>> = {
  'job.reconcile': { mode: 'light', withinHours: 4 },
  // Once a night, plus some hours for the run itself.
  'job.reconcile-fully': { mode: 'full', withinHours: 30 },
};

/** Raises the alarms of one job: that it fails, that it does not end, and what it has to get done in a day. */
export function raiseJobAlarms(alarms: Alarms, job: Job): void {
  const everyMinutes = minutesBetweenRuns(job.expression);
  alarms.raise({
    kind: 'job-errors',
    subject: job.id,
    ...failuresOf(everyMinutes, (period) => job.lambda.metricErrors({ period })),
  });
  alarms.raise({
    kind: 'job-silent',
    subject: job.id,
    ...silenceOf(everyMinutes, countedOf(job, 'job done', 'job')),
  });
  const reconciliation = reconciliations[job.id];
  if (!reconciliation) return;
  const metricOf = countedOf(job, 'reconciliation ended', 'mode', reconciliation.mode);
  alarms.raise({
    kind: 'reconciliation-late',
    subject: job.id,
    metric: metricOf(Duration.hours(1)),
    threshold: 1,
    evaluationPeriods: reconciliation.withinHours,
    below: true,
    silenceIsBad: true,
  });
}

type MetricOf = (period: Duration) => Metric;

/**
 * Counts the failures at which an alarm rings: three in a quarter of an hour for a job of every minute, two for one of
 * up to every five minutes. A rarer job rings at its first failure, a time-out included, and until its next run.
 */
function failuresOf(everyMinutes: number, metricOf: MetricOf) {
  const threshold = everyMinutes <= 1 ? 3 : everyMinutes <= 5 ? 2 : 1;
  return { metric: metricOf(Duration.minutes(Math.max(15, everyMinutes))), threshold };
}

/**
 * Returns the time without a completed run at which an alarm rings: three intervals and at least ten minutes for a job
 * that runs more than once an hour, one interval and two hours for any other.
 */
function silenceOf(everyMinutes: number, metricOf: MetricOf) {
  const isOften = everyMinutes < 60;
  return {
    metric: metricOf(isOften ? Duration.minutes(Math.max(10, 3 * everyMinutes)) : Duration.hours(1)),
    evaluationPeriods: isOften ? 1 : everyMinutes / 60 + 2,
    threshold: 1,
    below: true,
    silenceIsBad: true,
  } as const;
}

/** Counts the lines with a text in a job's log, under the value of one of their fields. */
function countedOf(
  { stage, id, logGroup }: Job,
  message: string,
  field: string,
  value = id.replace('job.', ''),
): MetricOf {
  const namespace = metricNamespaceOf(stage);
  const metricName = message.replaceAll(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase());
  logGroup.addMetricFilter(metricName, {
    metricNamespace: namespace,
    metricName,
    dimensions: { [field]: `$.${field}` },
    filterPattern: FilterPattern.stringValue('$.message', '=', message),
  });
  return (period) => new Metric({ namespace, metricName, dimensionsMap: { [field]: value }, statistic: 'sum', period });
}
