import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';

import type { Alarms } from './alarms.ts';
import type { Stage } from './config.ts';
import { crashesOf, linesOf } from './log-lines.ts';

/** Raises the alarms that count what functions log as errors: one for each concern. */
export function raiseLineAlarms(alarms: Alarms, stage: Stage): void {
  const soon = Duration.minutes(5);
  alarms.raise({ kind: 'money-lines', subject: 'all-functions', metric: linesOf(stage, 'money', soon), threshold: 1 });
  alarms.raise({
    kind: 'error-lines',
    subject: 'all-functions',
    // A sum with missing data is missing: hence FILL.
    metric: new MathExpression({
      expression: 'SUM([FILL(defects, 0), FILL(crashes, 0)])',
      usingMetrics: { defects: linesOf(stage, 'defect', soon), crashes: crashesOf(stage, soon) },
      period: soon,
      label: 'Lines of a defect, and crashes',
    }),
    threshold: 1,
  });
  alarms.raise({
    kind: 'retry-lines',
    subject: 'all-functions',
    // A job of every minute that fails at one thing makes fifteen lines in this time.
    metric: linesOf(stage, 'retry', Duration.minutes(15)),
    threshold: 10,
    evaluationPeriods: 2,
  });
}
