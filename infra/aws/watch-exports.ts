import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

import { addLookout } from './add-lookout.ts';
import type { LookoutDefinition, LookoutPlace } from './add-lookout.ts';
import type { Alarms } from './alarms.ts';
import { allow } from './grant-access.ts';

/** The function that looks for the newest exports. */
export const exportsWatchDefinition: LookoutDefinition = {
  id: 'exports.watch',
  entry: 'infra/aws/exports/watch.ts',
  memoryMb: 256,
  timeoutSeconds: 60,
};

type WatchProps = LookoutPlace & { readonly tableArns: readonly string[] };

/**
 * Adds a look at the exports every day, and the alarm for when one is late or nobody looks. An alarm itself looks back
 * seven days at most, which is too short for something weekly.
 */
export function watchExports(scope: Construct, alarms: Alarms, { tableArns, ...place }: WatchProps): void {
  const looks = addLookout(scope, place, {
    definition: exportsWatchDefinition,
    schedule: 'cron(0 12 * * ? *)',
    line: 'exports are there',
    metricName: 'ExportsThere',
    environment: { TABLE_ARNS: tableArns.join(' ') },
    statements: [allow(['dynamodb:ListExports'], ['*'])],
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
