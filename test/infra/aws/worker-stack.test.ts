import { retryDelaySeconds } from '#functions/runtime/retry-delay.ts';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { beforeAll, describe, expect, test } from 'vitest';

import { alarmKinds } from '#infra/aws/alarms.ts';
import { repositoryRoot } from '#infra/build/content-addressed-build.ts';
import { definition } from '#infra/definition/index.ts';
import { expectedRights, findFunction, rightsOf } from './policies.ts';
import { synthesize } from './synthesize.ts';
import type { Resource, Synthesis } from './synthesize.ts';

let dev: Synthesis;
beforeAll(async () => {
  dev = await synthesize('dev');
});

const workers = definition.functions.flatMap((fn) =>
  fn.trigger.kind === 'queue' ? [{ ...fn, trigger: fn.trigger }] : [],
);
const jobs = definition.functions.flatMap((fn) =>
  fn.trigger.kind === 'schedule' ? [{ ...fn, trigger: fn.trigger }] : [],
);

const streamWorkers = definition.functions.flatMap((fn) =>
  fn.trigger.kind === 'stream' ? [{ ...fn, trigger: fn.trigger }] : [],
);

/** The queue of a name. Its logical id is the name without dashes and with the CDK's hash. */
function findQueue(name: string): { readonly logicalId: string; readonly properties: Record<string, unknown> } {
  const pattern = new RegExp(`^${name.replaceAll(/[.-]/g, '')}[0-9A-F]{8}$`);
  const found = Object.entries(dev.resources('workers', 'AWS::SQS::Queue')).find(([id]) => pattern.test(id));
  if (!found) throw new Error(`There is no queue ${name}.`);
  return { logicalId: found[0], properties: found[1].Properties };
}

describe.each(Object.entries(definition.queues))('the queue %s', (name, queue) => {
  test('has the visibility timeout, retention and number of receives of the definition', () => {
    const { properties } = findQueue(name);
    const dead = findQueue(`${name}-dlq`);
    expect(properties).toMatchObject({
      VisibilityTimeout: queue.visibilityTimeoutSeconds,
      MessageRetentionPeriod: queue.retentionDays * 86_400,
      SqsManagedSseEnabled: true,
      RedrivePolicy: {
        deadLetterTargetArn: { 'Fn::GetAtt': [dead.logicalId, 'Arn'] },
        maxReceiveCount: queue.maxReceiveCount,
      },
    });
    expect(dead.properties).toMatchObject({
      MessageRetentionPeriod: queue.deadLetterRetentionDays * 86_400,
      SqsManagedSseEnabled: true,
    });
  });

  test("pages once for a provider's outage: its messages come back within the time that the alarm looks at", () => {
    const alarms = Object.values(dev.resources('workers', 'AWS::CloudWatch::Alarm')).map((each) => each.Properties);
    const metric = `WaitingMessages-${name}`;
    const [alarm, ...more] = alarms.filter(({ MetricName }) => MetricName === metric);
    expect(more).toEqual([]);
    expect(alarm).toMatchObject({ Statistic: 'Sum', Threshold: 1, TreatMissingData: 'notBreaching' });
    expect(alarm?.['Period']).toBeGreaterThan(
      retryDelaySeconds(queue.maxReceiveCount) + queue.visibilityTimeoutSeconds,
    );
    const filters = Object.values(dev.resources('workers', 'AWS::Logs::MetricFilter')).map((each) => each.Properties);
    const filter = filters.find((each) => JSON.stringify(each['MetricTransformations']).includes(`"${metric}"`));
    expect(filter?.['FilterPattern']).toBe('{ ($.message = "message failed") && ($.receives >= 5) }');
    expect(filter?.['MetricTransformations']).toMatchObject([{ MetricNamespace: alarm?.['Namespace'] }]);
  });

  test('is worked on by one function, which has a sixth of its visibility time-out', () => {
    const readers = workers.filter(({ trigger }) => trigger.queue === name);
    expect(readers).toHaveLength(1);
    expect(readers[0]?.timeoutSeconds).toBeLessThanOrEqual(queue.visibilityTimeoutSeconds / 6);
  });
});

test('every queue at the end of a line keeps its messages for 14 days, the most that there is', () => {
  const ends = Object.values(dev.resources('workers', 'AWS::SQS::Queue')).filter(
    ({ Properties }) => Properties['RedrivePolicy'] === undefined,
  );
  expect(ends).toHaveLength(Object.keys(definition.queues).length + streamWorkers.length + 1);
  for (const { Properties } of ends) expect(Properties['MessageRetentionPeriod']).toBe(14 * 24 * 3_600);
});

test('every queue refuses requests without TLS', () => {
  const queues = Object.keys(dev.resources('workers', 'AWS::SQS::Queue'));
  const guarded = Object.values(dev.resources('workers', 'AWS::SQS::QueuePolicy')).flatMap(({ Properties }) =>
    (Properties['Queues'] as { Ref: string }[]).map(({ Ref }) => Ref),
  );
  expect(guarded.toSorted()).toEqual(queues.toSorted());
  for (const { Properties } of Object.values(dev.resources('workers', 'AWS::SQS::QueuePolicy'))) {
    expect(JSON.stringify(Properties)).toContain('"aws:SecureTransport":"false"');
  }
});

describe.each(workers.map((fn) => [fn.id, fn] as const))('%s', (id, fn) => {
  test('takes batches of its queue and gives back only the messages that failed', () => {
    const { logicalId } = findFunction(dev, 'workers', 'dev', id);
    const sources = Object.values(dev.resources('workers', 'AWS::Lambda::EventSourceMapping')).filter(
      ({ Properties }) => (Properties['FunctionName'] as { Ref: string }).Ref === logicalId,
    );
    expect(sources).toHaveLength(1);
    expect(sources[0]?.Properties).toMatchObject({
      EventSourceArn: { 'Fn::GetAtt': [findQueue(fn.trigger.queue).logicalId, 'Arn'] },
      BatchSize: fn.trigger.batchSize,
      ScalingConfig: { MaximumConcurrency: fn.trigger.maxConcurrency },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
  });
});

describe.each(streamWorkers.map((fn) => [fn.id, fn] as const))('%s', (id, { trigger }) => {
  const sourcesOf = () => {
    const { logicalId } = findFunction(dev, 'workers', 'dev', id);
    return Object.values(dev.resources('workers', 'AWS::Lambda::EventSourceMapping')).filter(
      ({ Properties }) => (Properties['FunctionName'] as { Ref: string }).Ref === logicalId,
    );
  };

  test("follows the table's stream from its allowed start, and one unreadable record does not hold it up", () => {
    const sources = sourcesOf();
    expect(sources).toHaveLength(1);
    expect(JSON.stringify(sources[0]?.Properties['EventSourceArn'])).toMatch(/Table[0-9A-F]{8}StreamArn/);
    expect(sources[0]?.Properties).toMatchObject({
      StartingPosition: trigger.startsAt === 'oldest' ? 'TRIM_HORIZON' : 'LATEST',
      BatchSize: trigger.batchSize,
      MaximumBatchingWindowInSeconds: trigger.windowSeconds,
      MaximumRetryAttempts: trigger.maxAttempts - 1,
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      DestinationConfig: {
        OnFailure: { Destination: { 'Fn::GetAtt': [findQueue(`${id}-failures`).logicalId, 'Arn'] } },
      },
    });
  });

  test('is woken by the kinds of items that it waits for, and never by its own', () => {
    const criteria = sourcesOf()[0]?.Properties['FilterCriteria'] as { Filters: { Pattern: string }[] } | undefined;
    const Filters = criteria?.Filters ?? [];
    expect(Filters.map(({ Pattern }) => JSON.parse(Pattern) as unknown)).toEqual([
      { eventName: ['INSERT'], dynamodb: { NewImage: { entity: { S: trigger.newEntities } } } },
      ...(trigger.changedEntities.length === 0
        ? []
        : [{ eventName: ['MODIFY'], dynamodb: { NewImage: { entity: { S: trigger.changedEntities } } } }]),
    ]);
    for (const own of ['platformFigures', 'userFigures', 'countedRecord', 'leaders', 'notification']) {
      expect([...trigger.newEntities, ...trigger.changedEntities]).not.toContain(own);
    }
  });

  test('rings when it is late, and when something was set aside', () => {
    const { logicalId } = findFunction(dev, 'workers', 'dev', id);
    const watching = (subject: string) =>
      Object.values(dev.resources('workers', 'AWS::CloudWatch::Alarm'))
        .filter(({ Properties }) => JSON.stringify(Properties['Dimensions'] ?? []).includes(`"${subject}"`))
        .map(({ Properties }) => [Properties['MetricName'], Properties['Threshold']]);
    expect(watching(logicalId)).toContainEqual(['IteratorAge', 15 * 60_000]);
    const failures = JSON.stringify(findQueue(`${id}-failures`).logicalId).slice(1, -1);
    expect(watching(failures)).toEqual([['ApproximateNumberOfMessagesVisible', 1]]);
  });
});

describe.each(jobs.map((fn) => [fn.id, fn] as const))('%s', (id, fn) => {
  test('is started as often as the definition says; a start that is lost is kept', () => {
    const { logicalId } = findFunction(dev, 'workers', 'dev', id);
    const schedules = Object.values(dev.resources('workers', 'AWS::Scheduler::Schedule')).filter(({ Properties }) =>
      JSON.stringify(Properties['Target']).includes(`"${logicalId}"`),
    );
    const { sides } = fn.trigger;
    const inputs = schedules.map(({ Properties }) => (Properties['Target'] as { Input?: string }).Input);
    const numbers = Array.from({ length: sides ?? 0 }, (_, index) => `{"side":${index + 1}}`);
    expect(inputs).toEqual(sides === undefined ? [undefined] : numbers);
    for (const { Properties } of schedules)
      expect(Properties).toMatchObject({
        ScheduleExpression: fn.trigger.expression,
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: {
          DeadLetterConfig: { Arn: { 'Fn::GetAtt': [findQueue('missed-schedules').logicalId, 'Arn'] } },
          RetryPolicy: { MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: 120 },
        },
      });
  });

  test('is not repeated by Lambda: the next run is its retry', () => {
    const { logicalId } = findFunction(dev, 'workers', 'dev', id);
    const settings = Object.values(dev.resources('workers', 'AWS::Lambda::EventInvokeConfig')).filter(
      ({ Properties }) => (Properties['FunctionName'] as { Ref: string }).Ref === logicalId,
    );
    expect(settings.map(({ Properties }) => Properties['MaximumRetryAttempts'])).toEqual([0]);
  });

  test('is started by a role that may start it and nothing else', () => {
    const roles = Object.entries(dev.resources('workers', 'AWS::IAM::Role')).filter(([role]) =>
      role.startsWith(`Schedules${id.replaceAll(/[.-]/g, '')}Role`),
    );
    expect(roles.map(([, role]) => rightsOf(role))).toEqual([
      [`Allow lambda:InvokeFunction ${id.replaceAll(/[.-]/g, '')}Function`, 'Allow sqs:SendMessage missedschedules'],
    ]);
  });
});

test('jobs are started by the schedules of this stage only', () => {
  const starters = Object.values(dev.resources('workers', 'AWS::IAM::Role')).filter(({ Properties }) =>
    JSON.stringify(Properties['AssumeRolePolicyDocument']).includes('scheduler.amazonaws.com'),
  );
  // The canary has a schedule too.
  expect(starters).toHaveLength(jobs.length + 1);
  const [group] = Object.keys(dev.resources('workers', 'AWS::Scheduler::ScheduleGroup'));
  for (const { Properties } of starters) {
    const { Statement } = Properties['AssumeRolePolicyDocument'] as { Statement: unknown[] };
    expect(Statement).toEqual([
      {
        Effect: 'Allow',
        Action: 'sts:AssumeRole',
        Principal: { Service: 'scheduler.amazonaws.com' },
        Condition: {
          StringEquals: {
            'aws:SourceAccount': { Ref: 'AWS::AccountId' },
            'aws:SourceArn': { 'Fn::GetAtt': [group, 'Arn'] },
          },
        },
      },
    ]);
  }
});

test('the stack has no schedule or queue beyond the definition, the canary and the missed starts', () => {
  const started = jobs.reduce((count, { trigger: { sides = 1 } }) => count + sides, 0);
  dev.templates.workers.resourceCountIs('AWS::Scheduler::Schedule', started + 1);
  dev.templates.workers.resourceCountIs('AWS::Lambda::EventSourceMapping', workers.length + streamWorkers.length);
  dev.templates.workers.resourceCountIs(
    'AWS::SQS::Queue',
    Object.keys(definition.queues).length * 2 + streamWorkers.length + 1,
  );
});

test.each([...workers, ...streamWorkers, ...jobs].map((fn) => [fn.id, fn] as const))(
  '%s may do what its grant says',
  (id, fn) => {
    const { properties, rights } = findFunction(dev, 'workers', 'dev', id);
    expect(rights).toEqual(expectedRights(fn));
    expect(properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      MemorySize: fn.memoryMb,
      Timeout: fn.timeoutSeconds,
    });
  },
);

describe('alarms', () => {
  const runbook = readFileSync(path.join(repositoryRoot, 'infra/RUNBOOK.md'), 'utf8');
  const alarms = (): Resource[] =>
    (['workers', 'api'] as const).flatMap((stack) => Object.values(dev.resources(stack, 'AWS::CloudWatch::Alarm')));

  test('have an article in the runbook each, and the runbook has no others', () => {
    const articles = [...runbook.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(new Set(articles)).toEqual(new Set(Object.keys(alarmKinds)));
    const named = alarms().map(
      ({ Properties }) => /RUNBOOK\.md#([\w-]+)$/.exec(String(Properties['AlarmDescription']))?.[1],
    );
    // Only a stage that is kept is backed up.
    expect(new Set(named)).toEqual(new Set(articles.filter((article) => article !== 'backup-late')));
  });

  test('notify the topic when they begin and when they end', () => {
    for (const { Properties } of alarms()) {
      expect(Properties['AlarmActions']).toHaveLength(1);
      expect(Properties['OKActions']).toEqual(Properties['AlarmActions']);
    }
  });

  test('ring at too high a value; those for silence ring at too low or missing values', () => {
    const kindOf = ({ Properties }: Resource): string =>
      /#([\w-]+)$/.exec(String(Properties['AlarmDescription']))?.[1] ?? '';
    const silences = alarms().filter((alarm) => /-(silent|late)$/.test(kindOf(alarm)));
    const others = alarms().filter((alarm) => !/-(silent|late)$|^float-(warning|page)$/.test(kindOf(alarm)));
    expect(silences.length).toBeGreaterThan(1);
    for (const { Properties } of silences) {
      expect(Properties).toMatchObject({
        ComparisonOperator: 'LessThanThreshold',
        Threshold: 1,
        TreatMissingData: 'breaching',
      });
    }
    for (const { Properties } of others) {
      expect(Properties).toMatchObject({
        ComparisonOperator: 'GreaterThanOrEqualToThreshold',
        TreatMissingData: 'notBreaching',
      });
    }
  });

  test('warn at few days of runway of the float, page at fewer, and page when its breaker opens', () => {
    const filters = Object.values(dev.resources('workers', 'AWS::Logs::MetricFilter')).map((each) => each.Properties);
    const watching = (kind: string) => {
      const [alarm, ...more] = alarms().filter(({ Properties }) =>
        String(Properties['AlarmDescription']).endsWith(`#${kind}`),
      );
      expect(more).toEqual([]);
      const name = String(alarm?.Properties['MetricName']);
      const filter = filters.find((each) => JSON.stringify(each['MetricTransformations']).includes(`"${name}"`));
      const [transformation] = (filter?.['MetricTransformations'] ?? []) as Record<string, unknown>[];
      expect(transformation?.['MetricNamespace']).toBe(alarm?.Properties['Namespace']);
      expect(filter?.['FilterPattern']).toContain('$.message = "float read"');
      return { ...alarm?.Properties, value: transformation?.['MetricValue'] };
    };
    // A reading without a runway is no reading of zero days: the float does not fall.
    const runway = { value: '$.runwayDays', Statistic: 'Minimum', ComparisonOperator: 'LessThanThreshold' };
    expect(watching('float-warning')).toMatchObject({ ...runway, Threshold: 3, TreatMissingData: 'notBreaching' });
    expect(watching('float-page')).toMatchObject({ ...runway, Threshold: 1, TreatMissingData: 'notBreaching' });
    expect(watching('float-breaker')).toMatchObject({ value: '$.breaker', Statistic: 'Maximum', Threshold: 1 });
    expect(watching('float-silent')).toMatchObject({ value: '1', Statistic: 'Sum', Period: 1_800, Threshold: 1 });
  });

  test('ring at the first dead letter of every queue', () => {
    for (const name of Object.keys(definition.queues)) {
      const watching = alarms().filter(({ Properties }) =>
        JSON.stringify(Properties['Dimensions'] ?? []).includes(findQueue(`${name}-dlq`).logicalId),
      );
      expect(watching.map(({ Properties }) => [Properties['MetricName'], Properties['Threshold']])).toEqual([
        ['ApproximateNumberOfMessagesVisible', 1],
      ]);
    }
  });
});
