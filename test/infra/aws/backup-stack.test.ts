import { Match } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, test } from 'vitest';

import { rightsOf } from './policies.ts';
import { filledConfig, synthesize } from './synthesize.ts';
import type { Synthesis } from './synthesize.ts';

let prod: Synthesis;
beforeAll(async () => {
  prod = await synthesize('prod');
});

const importOf = (output: string) => ({ 'Fn::ImportValue': expect.stringContaining(output) });
const table = importOf('ExportsOutputFnGetAttTable');
const erasures = importOf('ExportsOutputFnGetAttErasures');

describe('a backup', () => {
  test('is made of both tables every day, kept as long as DynamoDB goes back, and copied to another account', () => {
    const kept = { DeleteAfterDays: 35 };
    expect(prod.single('backups', 'AWS::Backup::BackupPlan')).toMatchObject({
      BackupPlan: {
        BackupPlanRule: [
          {
            ScheduleExpression: 'cron(0 5 * * ? *)',
            Lifecycle: kept,
            CopyActions: [{ DestinationBackupVaultArn: filledConfig('prod').copyBackupsTo, Lifecycle: kept }],
          },
        ],
      },
    });
    expect(prod.single('backups', 'AWS::Backup::BackupSelection')).toMatchObject({
      BackupSelection: { Resources: [table, erasures] },
    });
  });

  test('is not deleted before its time, nor with the stack', () => {
    prod.templates.backups.hasResource('AWS::Backup::BackupVault', {
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: {
        BackupVaultName: 'satchel-prod',
        LockConfiguration: { MinRetentionDays: 35 },
      },
    });
  });

  test('is made by the AWS Backup service of this account alone', () => {
    prod.templates.backups.hasResourceProperties('AWS::IAM::Role', {
      AssumeRolePolicyDocument: Match.objectLike({
        Statement: [
          Match.objectLike({
            Principal: { Service: 'backup.amazonaws.com' },
            Condition: { StringEquals: { 'aws:SourceAccount': filledConfig('prod').account } },
          }),
        ],
      }),
    });
  });

  test('rings when it is a day late, when that of one table did not come to its end, and when its copy failed', () => {
    const alarms = Object.values(prod.resources('backups', 'AWS::CloudWatch::Alarm')).map(
      ({ Properties }) => Properties,
    );
    const ofVault = [
      { Name: 'BackupVaultName', Value: { 'Fn::GetAtt': [expect.stringMatching(/^Vault/), 'BackupVaultName'] } },
    ];
    expect(alarms).toEqual([
      expect.objectContaining({
        AlarmDescription: expect.stringMatching(/infra\/RUNBOOK\.md#backup-late$/),
        MetricName: 'NumberOfBackupJobsCompleted',
        Dimensions: ofVault,
        ComparisonOperator: 'LessThanThreshold',
        EvaluationPeriods: 30,
        TreatMissingData: 'breaching',
      }),
      expect.objectContaining({
        Threshold: 1,
        TreatMissingData: 'notBreaching',
        Metrics: expect.arrayContaining([
          expect.objectContaining({ Expression: 'SUM([FILL(failed, 0), FILL(expired, 0), FILL(aborted, 0)])' }),
          ...['Failed', 'Expired', 'Aborted'].map((end) => ({
            Id: end.toLowerCase(),
            MetricStat: expect.objectContaining({
              Metric: expect.objectContaining({
                MetricName: `NumberOfBackupJobs${end}`,
                Dimensions: ofVault,
              }) as unknown,
            }) as unknown,
            ReturnData: false,
          })),
        ]) as unknown,
      }),
      expect.objectContaining({ MetricName: 'NumberOfCopyJobsFailed', Dimensions: ofVault, Threshold: 1 }),
      expect.objectContaining({ MetricName: 'ExportsThere' }),
    ]);
  });
});

describe('an export', () => {
  test('of each table is written every week, by roles that may do nothing else', () => {
    const schedules = Object.values(prod.resources('backups', 'AWS::Scheduler::Schedule')).filter(
      ({ Properties }) => Properties['ScheduleExpression'] !== 'cron(0 12 * * ? *)',
    );
    const targets = schedules.map(({ Properties }) => Properties['Target'] as Record<string, unknown>);
    expect(schedules.map(({ Properties }) => Properties['ScheduleExpression'])).toEqual(
      schedules.map(() => 'cron(0 6 ? * SUN *)'),
    );
    expect(targets).toHaveLength(2);
    for (const [target, name] of [
      [targets[0], 'table'],
      [targets[1], 'erasures'],
    ] as const) {
      expect(target).toMatchObject({
        Arn: { 'Fn::Join': ['', expect.arrayContaining([':scheduler:::aws-sdk:dynamodb:exportTableToPointInTime'])] },
        DeadLetterConfig: { Arn: importOf('missedschedules') },
      });
      expect(JSON.stringify(target?.['Input'])).toContain(`\\"S3Prefix\\":\\"${name}\\"`);
      // An import into a new table takes this form; no tool of ours reads ION.
      expect(JSON.stringify(target?.['Input'])).toContain('\\"ExportFormat\\":\\"DYNAMODB_JSON\\"');
    }
    const roles = Object.entries(prod.resources('backups', 'AWS::IAM::Role')).filter(
      ([id]) => /export/.test(id) && !id.includes('exportswatch'),
    );
    expect(roles.map(([, role]) => rightsOf(role))).toEqual(
      ['Table', 'Erasures'].map((name) => [
        `Allow dynamodb:ExportTableToPointInTime ${name}`,
        `Allow s3:AbortMultipartUpload Exports/${name.toLowerCase()}/*`,
        `Allow s3:PutObject Exports/${name.toLowerCase()}/*`,
        `Allow s3:PutObjectAcl Exports/${name.toLowerCase()}/*`,
        'Allow sqs:SendMessage missedschedules',
      ]),
    );
  });

  test('is looked for every day, by a function that may do nothing else, and rings when it is late', () => {
    const [watch, ...more] = Object.values(prod.resources('backups', 'AWS::Lambda::Function'));
    expect(more).toEqual([]);
    expect(watch?.Properties).toMatchObject({
      FunctionName: 'satchel-prod-exports-watch',
      Environment: { Variables: { TABLE_ARNS: { 'Fn::Join': ['', [table, ' ', erasures]] } } },
    });
    const daily = Object.values(prod.resources('backups', 'AWS::Scheduler::Schedule')).filter(
      ({ Properties }) => Properties['ScheduleExpression'] === 'cron(0 12 * * ? *)',
    );
    expect(daily).toHaveLength(1);
    const [role] = Object.entries(prod.resources('backups', 'AWS::IAM::Role')).filter(([id]) =>
      id.startsWith('exportswatchRole'),
    );
    expect(rightsOf(role![1])).toEqual([
      'Allow dynamodb:ListExports *',
      'Allow logs:CreateLogStream exportswatchLogs',
      'Allow logs:PutLogEvents exportswatchLogs',
    ]);
    const alarms = Object.values(prod.resources('backups', 'AWS::CloudWatch::Alarm'));
    expect(alarms.find(({ Properties }) => Properties['MetricName'] === 'ExportsThere')?.Properties).toMatchObject({
      ComparisonOperator: 'LessThanThreshold',
      Threshold: 1,
      Period: 3_600,
      EvaluationPeriods: 30,
      TreatMissingData: 'breaching',
    });
    expect(Object.values(prod.resources('backups', 'AWS::Logs::MetricFilter'))).toContainEqual(
      expect.objectContaining({
        Properties: expect.objectContaining({ FilterPattern: '{ $.message = "exports are there" }' }) as unknown,
      }),
    );
  });

  test('lies in a closed bucket and is deleted after 35 days, as backups are', () => {
    prod.templates.backups.hasResource('AWS::S3::Bucket', {
      DeletionPolicy: 'Retain',
      Properties: {
        PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
        LifecycleConfiguration: { Rules: [Match.objectLike({ ExpirationInDays: 35, Status: 'Enabled' })] },
      },
    });
  });
});

test('a disposable stage has no backups, and can be deleted', async () => {
  expect((await synthesize('dev')).stacks.backups).toBeUndefined();
});
