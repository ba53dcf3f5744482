import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDlq, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { FilterPattern } from 'aws-cdk-lib/aws-logs';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { QueueProps } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

import type { FunctionDefinition, QueueDefinition, Trigger } from '../definition/types.ts';
import { acknowledge } from './acknowledge.ts';
import { Alarms, createAlarmTopic } from './alarms.ts';
import { addCanary, canaryDefinition } from './canary.ts';
import { functionProps } from './deployment.ts';
import type { Deployment, Foundations } from './deployment.ts';
import { raiseFloatAlarms } from './float-alarms.ts';
import type { FloatLimits } from './float-alarms.ts';
import { allow } from './grant-access.ts';
import { raiseJobAlarms } from './job-alarms.ts';
import { JobSchedules } from './job-schedules.ts';
import { raiseLineAlarms } from './line-alarms.ts';
import { raiseMailAlarms } from './mail-alarms.ts';
import { metricNamespaceOf } from './log-lines.ts';
import { ProductFunction } from './product-function.ts';
import type { ProductFunctionProps } from './product-function.ts';
import type { ProductQueue } from './product-queue.ts';

type WorkerStackProps = StackProps & Pick<Foundations, 'data' | 'web'> & { readonly deployment: Deployment };
type TriggerOf<Kind extends Trigger['kind']> = Extract<Trigger, { readonly kind: Kind }>;

/**
 * Everything that runs without a caller: queues with their workers, the stream's workers, scheduled jobs, and all
 * alarms.
 */
export class WorkerStack extends Stack {
  readonly queues: Readonly<Record<string, ProductQueue>>;
  readonly alarmTopic: Topic;
  /** The queue of starts that the scheduler could not send. */
  readonly missedSchedules: Queue;
  readonly #alarms: Alarms;
  readonly #float: FloatLimits;
  readonly #propsOf: (fn: FunctionDefinition) => ProductFunctionProps;

  constructor(scope: Construct, id: string, { deployment, data, web, ...props }: WorkerStackProps) {
    super(scope, id, props);
    const { definition } = deployment;
    this.#float = deployment.config.float;
    this.alarmTopic = createAlarmTopic(this, 'AlarmTopic');
    this.#alarms = new Alarms(this, this.alarmTopic);
    this.queues = Object.fromEntries(
      Object.entries(definition.queues).map(([name, queue]) => [name, this.addQueue(name, queue)]),
    );
    this.#propsOf = (fn) => functionProps(fn, deployment, { data, web, queues: this.queues });
    this.missedSchedules = this.addMissedSchedules();
    const schedules = new JobSchedules(this, 'Schedules', this.missedSchedules);
    for (const fn of definition.functions) {
      if (fn.trigger.kind === 'queue') this.addWorker(fn, fn.trigger);
      if (fn.trigger.kind === 'stream') this.addStreamWorker(fn, fn.trigger, data.table.tableStreamArn);
      if (fn.trigger.kind === 'schedule') this.addJob(fn, fn.trigger, schedules);
    }
    const { stage, config, artifacts } = deployment;
    const folder = artifacts.functionFolder(canaryDefinition.id);
    addCanary(this, this.#alarms, { stage, config, siteUrl: web.siteUrl, folder, schedules });
    raiseLineAlarms(this.#alarms, stage);
    raiseMailAlarms(this.#alarms);
    new CfnOutput(this, 'AlarmTopicArn', { value: this.alarmTopic.topicArn });
  }

  private addQueue(name: string, definition: QueueDefinition): ProductQueue {
    const deadLetters = this.createDeadLetterQueue(`${name}-dlq`, definition.deadLetterRetentionDays);
    const queue = createClosedQueue(this, name, {
      visibilityTimeout: Duration.seconds(definition.visibilityTimeoutSeconds),
      retentionPeriod: Duration.days(definition.retentionDays),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: definition.maxReceiveCount },
    });
    this.#alarms.raise({
      kind: 'dead-letters',
      subject: name,
      metric: depthOf(deadLetters),
      threshold: 1,
    });
    this.#alarms.raise({
      kind: 'queue-delay',
      subject: name,
      metric: queue.metricApproximateAgeOfOldestMessage({ statistic: 'max', period: Duration.minutes(1) }),
      // A message that failed once is back after the visibility time-out; one that is older has failed twice.
      threshold: definition.visibilityTimeoutSeconds * 2,
      evaluationPeriods: 3,
    });
    return { queue, deadLetters };
  }

  private addMissedSchedules(): Queue {
    const missed = this.createDeadLetterQueue('missed-schedules', 14);
    this.#alarms.raise({
      kind: 'missed-schedules',
      subject: 'missed-schedules',
      metric: depthOf(missed),
      threshold: 1,
    });
    return missed;
  }

  private createDeadLetterQueue(id: string, retentionDays: number): Queue {
    const queue = createClosedQueue(this, id, { retentionPeriod: Duration.days(retentionDays) });
    acknowledge(queue, 'AwsSolutions-SQS3', 'It is the end of the line: a dead-letter queue has none of its own.');
    return queue;
  }

  private addWorker(fn: FunctionDefinition, { queue, batchSize, maxConcurrency }: TriggerOf<'queue'>): void {
    const source = this.queues[queue]?.queue;
    if (!source) throw new Error(`${fn.id} works on a queue that is not defined: ${queue}`);
    const consume = allow(
      ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ChangeMessageVisibility'],
      [source.queueArn],
    );
    const props = this.#propsOf(fn);
    const { lambda, logGroup } = this.addFunction({ ...props, statements: [...props.statements, consume] });
    // The queue's age metric leaves out messages that were received often, so the worker's log lines reveal a long
    // outage.
    const waiting = logGroup.addMetricFilter('WaitingMessages', {
      metricNamespace: metricNamespaceOf(props.stage),
      metricName: `WaitingMessages-${queue}`,
      filterPattern: FilterPattern.all(
        FilterPattern.stringValue('$.message', '=', 'message failed'),
        FilterPattern.numberValue('$.receives', '>=', 5),
      ),
    });
    this.#alarms.raise({
      kind: 'provider-outage',
      subject: queue,
      // Each message comes back within 15 minutes, so the alarm stays on for as long as the outage lasts: one page.
      metric: waiting.metric({ statistic: 'sum', period: Duration.minutes(30) }),
      threshold: 1,
    });
    lambda.addEventSource(new SqsEventSource(source, { batchSize, maxConcurrency, reportBatchItemFailures: true }));
    this.#alarms.raise({
      kind: 'worker-errors',
      subject: fn.id,
      // A batch whose worker died comes back after three minutes, so it alone reaches the threshold in this time.
      metric: lambda.metricErrors({ period: Duration.minutes(15) }),
      threshold: 3,
    });
  }

  private addStreamWorker(fn: FunctionDefinition, trigger: TriggerOf<'stream'>, streamArn: string | undefined): void {
    if (streamArn === undefined) throw new Error(`${fn.id} works on the stream of a table that has none`);
    const failures = this.createDeadLetterQueue(`${fn.id}-failures`, trigger.deadLetterRetentionDays);
    const props = this.#propsOf(fn);
    const { lambda } = this.addFunction({
      ...props,
      statements: [
        ...props.statements,
        allow(
          ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:ListStreams'],
          [streamArn],
        ),
        allow(['sqs:SendMessage'], [failures.queueArn]),
      ],
    });
    lambda.addEventSourceMapping('Stream', {
      eventSourceArn: streamArn,
      startingPosition: trigger.startsAt === 'latest' ? StartingPosition.LATEST : StartingPosition.TRIM_HORIZON,
      batchSize: trigger.batchSize,
      maxBatchingWindow: Duration.seconds(trigger.windowSeconds),
      retryAttempts: trigger.maxAttempts - 1,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      onFailure: new SqsDlq(failures),
      filters: [...filterOf('INSERT', trigger.newEntities), ...filterOf('MODIFY', trigger.changedEntities)],
    });
    this.#alarms.raise({
      kind: 'stream-failures',
      subject: fn.id,
      metric: depthOf(failures),
      threshold: 1,
    });
    this.#alarms.raise({
      kind: 'stream-delay',
      subject: fn.id,
      metric: lambda.metric('IteratorAge', { statistic: 'max', period: Duration.minutes(5) }),
      // Milliseconds. The stream itself forgets after a day.
      threshold: Duration.minutes(15).toMilliseconds(),
      evaluationPeriods: 2,
    });
    this.#alarms.raise({
      kind: 'worker-errors',
      subject: fn.id,
      // A batch whose worker died comes back after three minutes, so it alone reaches the threshold in this time.
      metric: lambda.metricErrors({ period: Duration.minutes(15) }),
      threshold: 3,
    });
  }

  private addJob(fn: FunctionDefinition, { expression, sides }: TriggerOf<'schedule'>, schedules: JobSchedules): void {
    const props = this.#propsOf(fn);
    const { lambda, logGroup } = this.addFunction({
      ...props,
      // The next run of a job is its retry.
      options: { retryAttempts: 0, maxEventAge: Duration.minutes(5) },
    });
    schedules.start(fn.id, expression, lambda, sides);
    if (fn.grant.floatFloor) {
      const metricNamespace = metricNamespaceOf(props.stage);
      raiseFloatAlarms(this.#alarms, { logGroup, metricNamespace, limits: this.#float });
    }
    raiseJobAlarms(this.#alarms, { stage: props.stage, id: fn.id, expression, lambda, logGroup });
  }

  private addFunction(props: ProductFunctionProps): ProductFunction {
    const { id } = props.definition;
    const product = new ProductFunction(this, id, props);
    this.#alarms.raise({
      kind: 'throttles',
      subject: id,
      metric: product.lambda.metricThrottles({ period: Duration.minutes(5) }),
      threshold: 1,
    });
    return product;
  }
}

/** The filter for one kind of event of these entities; none without entities. */
function filterOf(eventName: 'INSERT' | 'MODIFY', entities: readonly string[]) {
  if (entities.length === 0) return [];
  const criteria = {
    eventName: FilterRule.isEqual(eventName),
    dynamodb: { NewImage: { entity: { S: [...entities] } } },
  };
  return [FilterCriteria.filter(criteria)];
}

function depthOf(queue: Queue) {
  return queue.metricApproximateNumberOfMessagesVisible({ statistic: 'max', period: Duration.minutes(1) });
}

function createClosedQueue(scope: Construct, id: string, props: QueueProps): Queue {
  return new Queue(scope, id, { ...props, encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true });
}
