import { Duration, Stack, TimeZone } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Schedule as CronSchedule } from 'aws-cdk-lib/aws-events';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { CfnBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';

import { acknowledge } from './acknowledge.ts';
import { Alarms } from './alarms.ts';
import type { Artifacts } from './build-artifacts.ts';
import type { Config, Stage } from './config.ts';
import type { DataStack } from './data-stack.ts';
import { allow } from './grant-access.ts';
import { JobSchedules } from './job-schedules.ts';
import { removalOfNamed, removalOfUnnamed } from './removal.ts';
import { exportsWatchDefinition, watchExports } from './watch-exports.ts';
import type { WorkerStack } from './worker-stack.ts';

type BackupStackProps = StackProps & {
  readonly stage: Stage;
  readonly config: Config;
  readonly data: DataStack;
  readonly workers: WorkerStack;
  readonly artifacts: Artifacts;
};

/**
 * Retention of backups and exports: as long as DynamoDB's point-in-time recovery, so that an erased person is gone from
 * everything after the same time.
 */
const retention = Duration.days(35);

/**
 * Keeps copies for the case that the table's own recovery is lost too: a backup each night, its copy elsewhere, and a
 * weekly export as files that can be read without AWS.
 */
export class BackupStack extends Stack {
  constructor(scope: Construct, id: string, { stage, config, data, workers, artifacts, ...props }: BackupStackProps) {
    super(scope, id, props);
    const vault = this.createVault(stage, config);
    this.addPlan(vault, config, data);
    const schedules = this.addExports(config, data, workers);
    const alarms = this.raiseAlarms(vault, workers);
    const tableArns = [data.table.tableArn, data.erasures.tableArn];
    const folder = artifacts.functionFolder(exportsWatchDefinition.id);
    watchExports(this, alarms, { stage, config, folder, schedules, tableArns });
  }

  /**
   * Creates the vault, locked in governance mode: nobody deletes a backup early without first removing the lock, which
   * is noticed.
   */
  private createVault(stage: Stage, config: Config): BackupVault {
    return new BackupVault(this, 'Vault', {
      backupVaultName: `satchel-${stage}`,
      lockConfiguration: { minRetention: retention },
      removalPolicy: removalOfNamed(config),
    });
  }

  /** Adds a nightly backup. It begins after the night's jobs, so that a backup holds whole days. */
  private addPlan(vault: BackupVault, { copyBackupsTo }: Config, data: DataStack): void {
    const plan = new BackupPlan(this, 'Plan', { backupVault: vault });
    const copies = copyBackupsTo === undefined ? [] : [BackupVault.fromBackupVaultArn(this, 'Copies', copyBackupsTo)];
    plan.addRule(
      new BackupPlanRule({
        ruleName: 'Daily',
        scheduleExpression: CronSchedule.cron({ hour: '5', minute: '0' }),
        scheduleExpressionTimezone: TimeZone.ETC_UTC,
        startWindow: Duration.hours(1),
        completionWindow: Duration.hours(12),
        deleteAfter: retention,
        copyActions: copies.map((destinationBackupVault) => ({ destinationBackupVault, deleteAfter: retention })),
      }),
    );
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSBackupServiceRolePolicyForBackup')],
    });
    acknowledge(
      role,
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]',
      backupRights,
    );
    plan.addSelection('Tables', {
      resources: [BackupResource.fromArn(data.table.tableArn), BackupResource.fromArn(data.erasures.tableArn)],
      role,
      disableDefaultBackupPolicy: true,
    });
  }

  /**
   * Adds an export of both tables, each Sunday, as lines of JSON. DynamoDB reads its own continuous backup for it, so
   * the export uses no capacity.
   */
  private addExports(config: Config, data: DataStack, { missedSchedules }: WorkerStack): JobSchedules {
    const bucket = new Bucket(this, 'Exports', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      lifecycleRules: [{ expiration: retention, abortIncompleteMultipartUploadAfter: Duration.days(7) }],
      removalPolicy: removalOfUnnamed(config),
    });
    acknowledge(bucket, 'AwsSolutions-S1', nobodyReads);
    const schedules = new JobSchedules(this, 'Schedules', missedSchedules);
    const bucketId = this.getLogicalId(bucket.node.defaultChild as CfnBucket);
    const tables = { table: data.table.tableArn, erasures: data.erasures.tableArn };
    for (const [name, arn] of Object.entries(tables)) {
      acknowledge(schedules, `AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/${name}/*]`, newFiles);
      schedules.call(`export-${name}`, 'cron(0 6 ? * SUN *)', {
        service: 'dynamodb',
        action: 'exportTableToPointInTime',
        input: {
          TableArn: arn,
          S3Bucket: bucket.bucketName,
          S3Prefix: name,
          S3SseAlgorithm: 'AES256',
          ExportFormat: 'DYNAMODB_JSON',
        },
        rights: [
          allow(['dynamodb:ExportTableToPointInTime'], [arn]),
          allow(['s3:PutObject', 's3:PutObjectAcl', 's3:AbortMultipartUpload'], [bucket.arnForObjects(`${name}/*`)]),
        ],
      });
    }
    return schedules;
  }

  private raiseAlarms({ backupVaultName }: BackupVault, { alarmTopic }: WorkerStack): Alarms {
    const alarms = new Alarms(this, alarmTopic);
    const period = Duration.hours(1);
    const jobs = (metricName: string) =>
      new Metric({
        namespace: 'AWS/Backup',
        metricName,
        statistic: 'sum',
        period,
        dimensionsMap: { BackupVaultName: backupVaultName },
      });
    alarms.raise({
      kind: 'backup-late',
      subject: 'backups',
      metric: jobs('NumberOfBackupJobsCompleted'),
      threshold: 1,
      // A day and the time that a backup may take.
      evaluationPeriods: 30,
      below: true,
      silenceIsBad: true,
    });
    alarms.raise({
      kind: 'backup-late',
      subject: 'tables',
      // The backup of one table completes although that of the other one did not.
      metric: new MathExpression({
        expression: 'SUM([FILL(failed, 0), FILL(expired, 0), FILL(aborted, 0)])',
        usingMetrics: {
          failed: jobs('NumberOfBackupJobsFailed'),
          expired: jobs('NumberOfBackupJobsExpired'),
          aborted: jobs('NumberOfBackupJobsAborted'),
        },
        period,
        label: 'Backups without an end',
      }),
      threshold: 1,
    });
    alarms.raise({
      kind: 'backup-late',
      subject: 'copies',
      metric: jobs('NumberOfCopyJobsFailed'),
      threshold: 1,
    });
    return alarms;
  }
}

const backupRights =
  "AWS Backup's own policy for this role: it names what the service needs for a DynamoDB backup and its copy, and changes with the service. Only the service may take the role, and the selection names two tables.";
const nobodyReads =
  'DynamoDB alone writes here, once a week, and a person reads it after a disaster. CloudTrail has every export.';
const newFiles = 'DynamoDB draws the names of the files of each export, under one folder for each table.';
