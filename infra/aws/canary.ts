import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

import { addLookout } from './add-lookout.ts';
import type { LookoutDefinition, LookoutPlace } from './add-lookout.ts';
import type { Alarms } from './alarms.ts';

/** The canary's function: on a local stack people look at the site. */
export const canaryDefinition: LookoutDefinition = {
  id: 'edge.canary',
  entry: 'infra/aws/edge/canary.ts',
  memoryMb: 256,
  timeoutSeconds: 20,
};

type CanaryProps = LookoutPlace & { readonly siteUrl: string };

/** Adds a visitor that comes every five minutes through CloudFront, and the alarm for when it is not served. */
export function addCanary(scope: Construct, alarms: Alarms, { siteUrl, ...place }: CanaryProps): void {
  const visits = addLookout(scope, place, {
    definition: canaryDefinition,
    schedule: 'rate(5 minutes)',
    line: 'site answers',
    metricName: 'SiteAnswers',
    environment: { SITE_URL: siteUrl },
    statements: [],
    options: { retryAttempts: 0, maxEventAge: Duration.minutes(5) },
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
