import { Duration } from 'aws-cdk-lib';
import { FilterPattern } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

import type { FunctionDefinition } from '../definition/types.ts';
import type { Alarms } from './alarms.ts';
import type { Config, Stage } from './config.ts';
import { allow } from './grant-access.ts';
import type { JobSchedules } from './job-schedules.ts';
import { metricNamespaceOf } from './log-lines.ts';
import { ProductFunction } from './product-function.ts';

/** The function that looks for the newest exports. It is no part of the product: a local stack has none. */
export const exportsWatchDefinition: Pick<FunctionDefinition, 'id' | 'entry' | 'memoryMb' | 'timeoutSeconds'> = {
  id: 'exports.watch',
  entry: 'infra/aws/exports/watch.ts',
  memoryMb: 256,
  timeoutSeconds: 60,
};

type WatchProps = {
  readonly stage: Stage;
  readonly config: Config;
  readonly folder: string;
  readonly schedules: JobSchedules;
  readonly tableArns: readonly string[];
};

/**
 * Adds a look at the exports every day, and the alarm for when one is late or nobody looks. An alarm itself looks back
 * seven days at most, which is too short for something weekly.
 */
export function watchExports(scope: Construct, alarms: Alarms, props: WatchProps): void {
  const { stage, config, folder, schedules, tableArns } = props;
  const { lambda, logGroup } = new ProductFunction(scope, exportsWatchDefinition.id, {
    stage,
    config,
    folder,
    definition: exportsWatchDefinition,
    environment: { TABLE_ARNS: tableArns.join(' ') },
    statements: [allow(['dynamodb:ListExports'], ['*'])],
  });
  schedules.start(exportsWatchDefinition.id, 'cron(0 12 * * ? *)', lambda);
  const metricName = 'ExportsThere';
  const looks = logGroup.addMetricFilter(metricName, {
    metricNamespace: metricNamespaceOf(stage),
    metricName,
    filterPattern: FilterPattern.stringValue('$.message', '=', 'exports are there'),
  });
  alarms.raise({
    kind: 'backup-late',
    subject: 'exports',
    metric: looks.metric({ statistic: 'sum', period: Duration.hours(1) }),
    threshold: 1,
    // A day and some hours for the look itself.
    evaluationPeriods: 30,
    below: true,
    silenceIsBad: true,
  });
}
