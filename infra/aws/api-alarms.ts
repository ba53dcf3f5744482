import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { HttpStage } from 'aws-cdk-lib/aws-apigatewayv2';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern } from 'aws-cdk-lib/aws-logs';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';

import type { Alarms } from './alarms.ts';
import type { Stage } from './config.ts';
import { linesOf, metricNamespaceOf } from './log-lines.ts';

/** Raises the alarms of the API as its callers see it. */
export function raiseApiAlarms(alarms: Alarms, api: HttpStage, stage: Stage): void {
  const minute = Duration.minutes(1);
  alarms.raise({
    kind: 'api-errors',
    subject: 'api',
    // Without the intended refusals with 503: features that staff switched off, and orders that our float cannot pay.
    metric: new MathExpression({
      expression: 'SUM([errors, FILL(paused, 0) * -1])',
      usingMetrics: { errors: api.metricServerError({ period: minute }), paused: linesOf(stage, 'paused', minute) },
      period: minute,
      label: '5xx but those on purpose',
    }),
    threshold: 5,
    evaluationPeriods: 2,
  });
  alarms.raise({
    kind: 'api-latency',
    subject: 'api',
    metric: api.metricLatency({ statistic: 'p99', period: Duration.minutes(5) }),
    threshold: Duration.seconds(10).toMilliseconds(),
    evaluationPeriods: 2,
  });
}

/** Raises the alarms of the guard: that it lets nobody in, that it fails, and that it is refused its concurrency. */
export function raiseGuardAlarms(
  alarms: Alarms,
  guard: { readonly id: string; readonly lambda: IFunction; readonly accessLog: LogGroup; readonly stage: Stage },
): void {
  const period = Duration.minutes(5);
  const { id, lambda, accessLog, stage } = guard;
  const isRefused = FilterPattern.any(
    FilterPattern.stringValue('$.status', '=', '401'),
    FilterPattern.stringValue('$.status', '=', '403'),
  );
  // The gateway writes a dash where it called no function.
  const refused = FilterPattern.all(FilterPattern.stringValue('$.functionMs', '=', '-'), isRefused);
  const answered = FilterPattern.stringValue('$.functionMs', '!=', '-');
  const count = (metricName: string, filterPattern: typeof refused): Metric =>
    accessLog
      // A minute with only lines of the other kind counts as zero, so that both metrics always have data together.
      .addMetricFilter(metricName, {
        metricNamespace: metricNamespaceOf(stage),
        metricName,
        filterPattern,
        defaultValue: 0,
      })
      .metric({ statistic: 'sum', period });
  alarms.raise({
    kind: 'origin-refused',
    subject: 'api',
    // Calls without the word cannot ring this alarm while the guard works: it lets the canary in every five minutes.
    metric: new MathExpression({
      expression: 'IF(refused > 0 AND answered == 0, 1, 0)',
      usingMetrics: { refused: count('CallsRefused', refused), answered: count('CallsAnswered', answered) },
      period,
      label: 'Calls refused and none answered',
    }),
    threshold: 1,
    evaluationPeriods: 2,
  });
  alarms.raise({ kind: 'guard-errors', subject: id, metric: lambda.metricErrors({ period }), threshold: 3 });
  alarms.raise({ kind: 'throttles', subject: id, metric: lambda.metricThrottles({ period }), threshold: 1 });
}

/** Raises the alarm of the table and all of its indexes, which throttle apart from it. */
export function raiseTableAlarms(alarms: Alarms, table: ITable, indexNames: readonly string[]): void {
  const period = Duration.minutes(5);
  const metrics = [undefined, ...indexNames].flatMap((index) =>
    ['ReadThrottleEvents', 'WriteThrottleEvents'].map((name) => {
      const dimensionsMap = {
        TableName: table.tableName,
        ...(index !== undefined && { GlobalSecondaryIndexName: index }),
      };
      return table.metric(name, { statistic: 'sum', period, dimensionsMap });
    }),
  );
  const usingMetrics: Record<string, IMetric> = Object.fromEntries(
    metrics.map((metric, at) => [`throttles${at}`, metric]),
  );
  alarms.raise({
    kind: 'table-throttles',
    subject: 'table',
    // DynamoDB reports no data while it throttles nothing, and a sum with missing data is missing: hence FILL.
    metric: new MathExpression({
      expression: `SUM([${Object.keys(usingMetrics)
        .map((name) => `FILL(${name}, 0)`)
        .join(', ')}])`,
      usingMetrics,
      period,
      label: 'Throttled calls of the table and its indexes',
    }),
    threshold: 10,
  });
}
