import { Duration } from 'aws-cdk-lib';
import { FilterPattern } from 'aws-cdk-lib/aws-logs';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';

import type { Alarms } from './alarms.ts';

/** The bounds of our float at the card issuer, per stage. */
export type FloatLimits = {
  /**
   * Float below which no load and no new card begins, in whole cents. It has to cover the orders between two readings,
   * five minutes apart: the breaker does not see those.
   */
  readonly floorCents: number;
  /** Days of runway below which an alarm asks for a top-up in office hours, and at once. */
  readonly warnDays: number;
  readonly pageDays: number;
};

/** Returns the bounds if they make sense. Throws Error that names the field otherwise. */
export function checkedFloat(limits: FloatLimits): FloatLimits {
  const { floorCents, warnDays, pageDays } = limits;
  const refuse = (field: keyof FloatLimits, why: string): never => {
    throw new Error(`float.${field} ${why}, not ${String(limits[field])}`);
  };
  if (!Number.isSafeInteger(floorCents) || floorCents < 0) refuse('floorCents', 'is a whole number of cents from 0 on');
  if (!(pageDays > 0)) refuse('pageDays', 'is more than 0');
  if (!(warnDays > pageDays && warnDays < Infinity)) refuse('warnDays', `is more than pageDays, ${pageDays}`);
  return limits;
}

/** Raises the alarms that are made of the line which the job of the float logs with each reading. */
export function raiseFloatAlarms(
  alarms: Alarms,
  { logGroup, metricNamespace, limits }: { logGroup: LogGroup; metricNamespace: string; limits: FloatLimits },
): void {
  const { warnDays, pageDays } = checkedFloat(limits);
  const measure = (metricName: string, field: string, metricValue: string) =>
    logGroup.addMetricFilter(metricName, {
      metricNamespace,
      metricName,
      metricValue,
      // A reading names no runway while the float does not fall.
      filterPattern: FilterPattern.all(
        FilterPattern.stringValue('$.message', '=', 'float read'),
        FilterPattern.exists(field),
      ),
    });
  const runway = measure('FloatRunwayDays', '$.runwayDays', '$.runwayDays');
  const breaker = measure('FloatBreaker', '$.breaker', '$.breaker');
  const readings = measure('FloatReadings', '$.balanceCents', '1');
  // At least two readings fall into this period, so a late one is no silence.
  const period = Duration.minutes(15);
  for (const [kind, threshold] of [
    ['float-warning', warnDays],
    ['float-page', pageDays],
  ] as const) {
    alarms.raise({
      kind,
      subject: 'float',
      metric: runway.metric({ statistic: 'min', period }),
      threshold,
      below: true,
    });
  }
  alarms.raise({
    kind: 'float-breaker',
    subject: 'float',
    metric: breaker.metric({ statistic: 'max', period: Duration.minutes(5) }),
    threshold: 1,
  });
  alarms.raise({
    kind: 'float-silent',
    subject: 'float',
    metric: readings.metric({ statistic: 'sum', period: Duration.minutes(30) }),
    threshold: 1,
    below: true,
    silenceIsBad: true,
  });
}
