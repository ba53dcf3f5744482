import { ArnFormat, Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

/**
 * The kinds of alarms, in one sentence each. Every kind has an article of the same name in infra/RUNBOOK.md; a test
 * compares the two.
 */
export const alarmKinds = {
  'dead-letters':
    'Messages could not be worked on and wait in a dead-letter queue. No money moves for them until then.',
  'provider-outage': 'Events wait for a provider that does not answer. Nothing is lost for a day.',
  'queue-delay': 'Messages wait too long: credits and card events arrive late.',
  'stream-delay': "The table's stream is worked on late: the statistics are behind, or people are notified late.",
  'stream-failures':
    "Changes of the table could not be worked on: the statistics lack them until the next night's run, or people were not notified of them.",
  'worker-errors': 'A worker fails again and again.',
  'job-errors': 'A scheduled job failed or ran out of time: one that runs seldom once, another again and again.',
  'job-silent': 'A scheduled job has not ended when it should have.',
  'reconciliation-late': 'The books were not compared to their end: nobody knows of a break.',
  'money-lines': 'A function logged an error about money: a person has to decide, or a provider contradicts us.',
  'error-lines': 'A function logged a defect, or died.',
  'retry-lines': 'What is tried again by itself has failed for half an hour.',
  'missed-schedules': 'The scheduler could not start a job, or a start of one was lost.',
  'float-warning': 'The float at the card issuer lasts a few days only: top it up in office hours.',
  'float-page': 'The float at the card issuer is nearly at its floor: top it up now.',
  'float-breaker': 'The float at the card issuer is at its floor: loads and new cards are refused.',
  'float-silent': 'The float at the card issuer was not read for half an hour: nothing is refused for it.',
  'backup-late':
    'No backup of the tables was made for more than a day, that of one table or a copy elsewhere failed, or no export ended for more than a week.',
  'mail-reputation': 'Too many mails bounce or are reported as unwanted: AWS may stop all of them.',
  throttles: 'A function was refused for want of concurrency.',
  'site-silent': 'No visitor is served: the home page or the API behind it does not answer as it should.',
  'origin-refused': 'The API refuses everybody: CloudFront and the guard do not share the word.',
  'guard-errors': 'The guard that lets CloudFront in fails again and again.',
  'api-errors': 'The API answers with server errors that are not on purpose.',
  'api-latency': 'The API is slow for more than one in a hundred calls.',
  'table-throttles': 'DynamoDB refuses calls to the table or an index: one key is too hot, or a quota is reached.',
} as const;

/** The name of a kind of alarm. */
export type AlarmKind = keyof typeof alarmKinds;

type AlarmProps = {
  readonly kind: AlarmKind;
  /** The name of the watched queue or function. */
  readonly subject: string;
  readonly metric: IMetric;
  readonly threshold: number;
  readonly evaluationPeriods?: number;
  readonly below?: true;
  /** True when missing data is an alarm too. Otherwise missing data means that nothing happened. */
  readonly silenceIsBad?: true;
};

/** Raises alarms to one topic, each with its place in the runbook. */
export class Alarms {
  readonly #scope: Construct;
  readonly #topic: ITopic;

  constructor(scope: Construct, topic: ITopic) {
    this.#scope = scope;
    this.#topic = topic;
  }

  /** Adds one alarm. It also notifies when it is over. */
  raise({ kind, subject, metric, threshold, evaluationPeriods = 1, below, silenceIsBad }: AlarmProps): Alarm {
    const alarm = new Alarm(this.#scope, `Alarm ${kind} ${subject}`, {
      alarmDescription: `${subject}: ${alarmKinds[kind]} Runbook: infra/RUNBOOK.md#${kind}`,
      metric,
      threshold,
      evaluationPeriods,
      comparisonOperator: below
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: silenceIsBad ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    const action = new SnsAction(this.#topic);
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
    return alarm;
  }
}

/**
 * The topic that the people on call subscribe to. Not encrypted with a key of ours: alarms carry names and numbers of
 * infrastructure only, and CloudWatch cannot publish to a topic under the key that AWS manages.
 */
export function createAlarmTopic(scope: Construct, id: string): Topic {
  const topic = new Topic(scope, id, { displayName: 'Satchel alarms', enforceSSL: true });
  const { account } = Stack.of(scope);
  // The policy that enforces TLS replaces SNS's default policy, so without this statement no alarm could publish.
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: {
        StringEquals: { 'aws:SourceAccount': account },
        ArnLike: {
          'aws:SourceArn': Stack.of(scope).formatArn({
            service: 'cloudwatch',
            resource: 'alarm',
            resourceName: '*',
            arnFormat: ArnFormat.COLON_RESOURCE_NAME,
          }),
        },
      },
    }),
  );
  return topic;
}
