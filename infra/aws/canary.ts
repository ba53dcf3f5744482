import { Duration } from 'aws-cdk-lib';
import { FilterPattern } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

import type { FunctionDefinition } from '../definition/types.ts';
import type { Alarms } from './alarms.ts';
import type { Config, Stage } from './config.ts';
import type { JobSchedules } from './job-schedules.ts';
import { metricNamespaceOf } from './log-lines.ts';
import { ProductFunction } from './product-function.ts';

/** The canary's function. It is no part of the product: a local stack has people who look at it. */
export const canaryDefinition: Pick<FunctionDefinition, 'id' | 'entry' | 'memoryMb' | 'timeoutSeconds'> = {
  id: 'edge.canary',
  entry: 'infra/aws/edge/canary.ts',
  memoryMb: 256,
  timeoutSeconds: 20,
};

type CanaryProps = {
  readonly stage: Stage;
  readonly config: Config;
  readonly siteUrl: string;
  readonly folder: string;
  readonly schedules: JobSchedules;
};

/** Adds a visitor that comes every five minutes through CloudFront, and the alarm for when it is not served. */
export function addCanary(scope: Construct, alarms: Alarms, props: CanaryProps): void {
  const { stage, config, siteUrl, folder, schedules } = props;
  const { lambda, logGroup } = new ProductFunction(scope, canaryDefinition.id, {
    stage,
    config,
    folder,
    definition: canaryDefinition,
    environment: { SITE_URL: siteUrl },
    statements: [],
    options: { retryAttempts: 0, maxEventAge: Duration.minutes(5) },
  });
  schedules.start(canaryDefinition.id, 'rate(5 minutes)', lambda);
  const metricName = 'SiteAnswers';
  const visits = logGroup.addMetricFilter(metricName, {
    metricNamespace: metricNamespaceOf(stage),
    metricName,
    filterPattern: FilterPattern.stringValue('$.message', '=', 'site answers'),
  });
  alarms.raise({
    kind: 'site-silent',
    subject: canaryDefinition.id,
    // At least two visits fall into this period, so one lost visit is no silence. A canary that does not run is one.
    metric: visits.metric({ statistic: 'sum', period: Duration.minutes(15) }),
    threshold: 1,
    below: true,
    silenceIsBad: true,
  });
}
