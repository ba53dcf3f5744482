import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';

import type { Alarms } from './alarms.ts';

/**
 * Shares of the account's mails at which AWS puts its sending under review, half and less of those at which it may stop
 * it: bounced, and reported as unwanted.
 */
const reviewedFrom = { BounceRate: 0.05, ComplaintRate: 0.001 };

/** Raises the alarms on SES's reputation of the account: once sending is stopped, nobody gets a code or a link. */
export function raiseMailAlarms(alarms: Alarms): void {
  for (const [rate, threshold] of Object.entries(reviewedFrom)) {
    alarms.raise({
      kind: 'mail-reputation',
      subject: rate,
      metric: new Metric({
        namespace: 'AWS/SES',
        metricName: `Reputation.${rate}`,
        statistic: 'max',
        period: Duration.hours(1),
      }),
      threshold,
    });
  }
}
