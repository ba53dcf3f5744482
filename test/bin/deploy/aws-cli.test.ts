import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

import { CliFailure, createAwsCli } from '#bin/deploy/aws-cli.ts';

type Answer = string | object | CliFailure;

/** The cloud over a command line that answers these calls, by their first two words. */
function cloudThat(answers: Readonly<Record<string, Answer | readonly Answer[]>>) {
  const calls: (readonly string[])[] = [];
  const left = new Map(
    Object.entries(answers).map(([call, given]) => [call, Array.isArray(given) ? [...given] : [given]]),
  );
  const cloud = createAwsCli('us-east-1', (args) => {
    const call = args.slice(0, 2).join(' ');
    // A file is there for the length of the call only.
    const files = args
      .filter((arg) => arg.includes('satchel-deploy-'))
      .map((arg) => readFileSync(arg.replace('file://', ''), 'utf8'));
    calls.push([...args, ...files]);
    const rest = left.get(call) ?? [];
    const answer = (rest.length > 1 ? rest.shift() : rest[0]) as Answer | undefined;
    if (answer instanceof CliFailure) return Promise.reject(answer);
    return Promise.resolve(typeof answer === 'string' ? answer : JSON.stringify(answer ?? {}));
  });
  return { cloud, calls };
}

const refusal = (call: string, code: string) =>
  new CliFailure(call.split(' '), `\nAn error occurred (${code}) when calling the operation: no such thing\n`);

describe('AWS by its command line', () => {
  test('is called in the region of the stage, with JSON as its output', async () => {
    const { cloud, calls } = cloudThat({
      'sts get-caller-identity': { Account: '123456789012', Arn: 'a', UserId: 'u' },
    });
    await expect(cloud.account()).resolves.toBe('123456789012');
    expect(calls).toEqual([['sts', 'get-caller-identity', '--region', 'us-east-1', '--output', 'json']]);
  });

  test('returns quota, mail, certificate and bootstrap', async () => {
    const { cloud } = cloudThat({
      'lambda get-account-settings': {
        AccountLimit: { ConcurrentExecutions: 10, CodeSizeZipped: 1 },
        AccountUsage: {},
      },
      'sesv2 get-account': [
        { ProductionAccessEnabled: true, SendingEnabled: true },
        { ProductionAccessEnabled: false, SendingEnabled: true },
        { ProductionAccessEnabled: true, SendingEnabled: false },
      ],
      'sesv2 get-email-identity': [
        { VerifiedForSendingStatus: true },
        { VerifiedForSendingStatus: false },
        refusal('sesv2 get-email-identity', 'NotFoundException'),
      ],
      'acm describe-certificate': [
        { Certificate: { Status: 'ISSUED', SubjectAlternativeNames: ['a.dev'] } },
        refusal('acm describe-certificate', 'ResourceNotFoundException'),
      ],
      'ssm get-parameter': [{ Parameter: { Value: '28' } }, refusal('ssm get-parameter', 'ParameterNotFound')],
    });
    await expect(cloud.concurrency()).resolves.toBe(10);
    for (const said of [true, false, false]) await expect(cloud.mailsEverybody()).resolves.toBe(said);
    for (const said of ['verified', 'unverified', 'absent'])
      await expect(cloud.mailDomain('a.dev')).resolves.toBe(said);
    await expect(cloud.certificate('arn')).resolves.toEqual({ status: 'ISSUED', names: ['a.dev'] });
    await expect(cloud.certificate('arn')).resolves.toBeUndefined();
    await expect(cloud.bootstrapVersion()).resolves.toBe(28);
    await expect(cloud.bootstrapVersion()).resolves.toBeUndefined();
  });

  test('counts the confirmed subscriptions of a topic', async () => {
    const { cloud } = cloudThat({
      'sns get-topic-attributes': { Attributes: { SubscriptionsConfirmed: '2', SubscriptionsPending: '1' } },
    });
    await expect(cloud.subscribers('arn')).resolves.toBe(2);
  });

  test('returns the settings of a table that a restore does not bring back', async () => {
    const stream = 'arn:aws:dynamodb:us-east-1:123456789012:table/restored/stream/2026-11-23T21:04:05.678';
    const { cloud } = cloudThat({
      'dynamodb describe-table': [
        {
          Table: {
            LatestStreamArn: stream,
            StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
            DeletionProtectionEnabled: true,
            GlobalSecondaryIndexes: [{ IndexName: 'gsi1' }, { IndexName: 'gsi2' }],
          },
        },
        // A stream that was switched off keeps its last name.
        { Table: { LatestStreamArn: stream, StreamSpecification: { StreamEnabled: false } } },
        refusal('dynamodb describe-table', 'ResourceNotFoundException'),
      ],
      'dynamodb describe-time-to-live': [
        { TimeToLiveDescription: { TimeToLiveStatus: 'ENABLING', AttributeName: 'ttlAtSeconds' } },
        { TimeToLiveDescription: { TimeToLiveStatus: 'DISABLED' } },
      ],
      'dynamodb describe-continuous-backups': [
        {
          ContinuousBackupsDescription: { PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'ENABLED' } },
        },
        { ContinuousBackupsDescription: {} },
      ],
    });
    await expect(cloud.table('restored')).resolves.toEqual({
      streamArn: stream,
      hasBothImages: true,
      isProtected: true,
      recovers: true,
      expiresBy: 'ttlAtSeconds',
      indexes: ['gsi1', 'gsi2'],
    });
    await expect(cloud.table('restored')).resolves.toEqual({
      streamArn: undefined,
      hasBothImages: false,
      isProtected: false,
      recovers: false,
      expiresBy: undefined,
      indexes: [],
    });
    await expect(cloud.table('restored')).resolves.toBeUndefined();
  });

  test('returns a stack with its outputs, or undefined when there is none', async () => {
    const { cloud } = cloudThat({
      'cloudformation describe-stacks': [
        {
          Stacks: [
            { StackStatus: 'UPDATE_COMPLETE', Outputs: [{ OutputKey: 'SiteUrl', OutputValue: 'https://a.dev' }] },
          ],
        },
        { Stacks: [{ StackStatus: 'CREATE_COMPLETE' }] },
        refusal('cloudformation describe-stacks', 'ValidationError'),
      ],
    });
    await expect(cloud.stack('a')).resolves.toEqual({
      status: 'UPDATE_COMPLETE',
      outputs: { SiteUrl: 'https://a.dev' },
    });
    await expect(cloud.stack('a')).resolves.toEqual({ status: 'CREATE_COMPLETE', outputs: {} });
    await expect(cloud.stack('a')).resolves.toBeUndefined();
  });

  test('puts a template back from a file, through the bucket of the bootstrap', async () => {
    const { cloud, calls } = cloudThat({ 'sts get-caller-identity': { Account: '123456789012' } });
    await cloud.putBack('Satchel-prod-Web', '{"Resources":{}}');
    expect(calls.at(-1)).toEqual(
      expect.arrayContaining([
        'deploy',
        'Satchel-prod-Web',
        'cdk-hnb659fds-assets-123456789012-us-east-1',
        '{"Resources":{}}',
      ]),
    );
  });

  test('returns the alarms that ring, and the buckets of a stack', async () => {
    const { cloud, calls } = cloudThat({
      'cloudwatch describe-alarms': { MetricAlarms: [{ AlarmName: 'a', AlarmDescription: 'b' }, { AlarmName: 'c' }] },
      'cloudformation list-stack-resources': {
        StackResourceSummaries: [
          { ResourceType: 'AWS::S3::Bucket', PhysicalResourceId: 'bucket' },
          { ResourceType: 'AWS::SNS::Topic', PhysicalResourceId: 'topic' },
        ],
      },
    });
    await expect(cloud.ringing('Satchel-prod-')).resolves.toEqual([
      { name: 'a', description: 'b' },
      { name: 'c', description: '' },
    ]);
    expect(calls[0]).toEqual(expect.arrayContaining(['ALARM', 'Satchel-prod-']));
    await expect(cloud.buckets('a')).resolves.toEqual(['bucket']);
  });

  test('empties a bucket page by page, older versions and the marks of deletions included', async () => {
    const version = (key: string) => ({ Key: key, VersionId: `v-${key}`, IsLatest: true });
    const { cloud, calls } = cloudThat({
      's3api list-object-versions': [
        { Versions: [version('a')], DeleteMarkers: [version('b')] },
        { Versions: [version('c')] },
        '',
      ],
    });
    await cloud.emptyBucket('site');
    const deleted = calls
      .filter(([, call]) => call === 'delete-objects')
      .map((call) => JSON.parse(call.at(-1) ?? '') as object);
    expect(deleted).toEqual([
      {
        Objects: [
          { Key: 'a', VersionId: 'v-a' },
          { Key: 'b', VersionId: 'v-b' },
        ],
        Quiet: true,
      },
      { Objects: [{ Key: 'c', VersionId: 'v-c' }], Quiet: true },
    ]);
  });

  test('is quoted when it refuses a call; a reply of unknown shape is refused', async () => {
    const { cloud } = cloudThat({
      'sts get-caller-identity': refusal('sts get-caller-identity', 'ExpiredToken'),
      'lambda get-account-settings': { AccountLimit: {} },
      'cloudformation describe-stacks': refusal('cloudformation describe-stacks', 'AccessDenied'),
    });
    await expect(cloud.account()).rejects.toThrow(
      /^aws sts get-caller-identity: An error occurred \(ExpiredToken\).*no such thing$/,
    );
    await expect(cloud.concurrency()).rejects.toThrow('answered in a shape that nobody knows');
    // A missing right is not the same as a missing stack.
    await expect(cloud.stack('a')).rejects.toThrow('AccessDenied');
  });
});
