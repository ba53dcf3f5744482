import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';

import { CommandFailure } from '../command-line/run-command.ts';
import type { Cloud } from './cloud.ts';

/** Runs the AWS CLI with these arguments and returns what it prints. Throws CliFailure. */
type RunCli = (args: readonly string[]) => Promise<string>;

/** A call that AWS, or the CLI itself, refused. `code` is AWS's word for it: `NotFoundException`. */
export class CliFailure extends CommandFailure {
  readonly code: string | undefined;

  constructor(args: readonly string[], stderr: string) {
    const words = stderr.trim().split('\n').at(-1)?.trim() ?? '';
    super(`aws ${args.slice(0, 2).join(' ')}: ${words === '' ? 'it failed without a word' : words}`);
    this.code = /An error occurred \((\w+)\)/.exec(stderr)?.[1];
  }
}

/** Creates the access to AWS by its own CLI, which every operator has, so that no library for deployments is needed. */
export function createAwsCli(region: string, run: RunCli = runCli): Cloud {
  const ask = async <T>(schema: z.ZodMiniType<T>, ...args: readonly string[]): Promise<T> => {
    const printed = await run([...args, '--region', region, '--output', 'json']);
    const answer = schema.safeParse(parse(printed));
    if (answer.success) return answer.data;
    throw new CommandFailure(`aws ${args.slice(0, 2).join(' ')} answered in a shape that nobody knows.`);
  };
  return {
    account: async () => (await ask(Caller, 'sts', 'get-caller-identity')).Account,
    concurrency: async () => {
      const { AccountLimit } = await ask(AccountSettings, 'lambda', 'get-account-settings');
      return AccountLimit.ConcurrentExecutions;
    },
    mailsEverybody: async () => {
      const { ProductionAccessEnabled, SendingEnabled } = await ask(MailAccount, 'sesv2', 'get-account');
      return ProductionAccessEnabled && SendingEnabled;
    },
    mailDomain: async (domain) => {
      const found = await unless(['NotFoundException'], () =>
        ask(MailIdentity, 'sesv2', 'get-email-identity', '--email-identity', domain),
      );
      if (found === undefined) return 'absent';
      return found.VerifiedForSendingStatus ? 'verified' : 'unverified';
    },
    certificate: async (arn) => {
      const found = await unless(['ResourceNotFoundException'], () =>
        ask(Certificate, 'acm', 'describe-certificate', '--certificate-arn', arn),
      );
      return found && { status: found.Certificate.Status, names: found.Certificate.SubjectAlternativeNames };
    },
    table: async (name) => {
      const named = ['--table-name', name];
      const found = await unless(['ResourceNotFoundException'], () =>
        ask(DescribedTable, 'dynamodb', 'describe-table', ...named),
      );
      if (found === undefined) return undefined;
      const [expiry, backups] = await Promise.all([
        ask(TableExpiry, 'dynamodb', 'describe-time-to-live', ...named),
        ask(TableBackups, 'dynamodb', 'describe-continuous-backups', ...named),
      ]);
      const { Table: table } = found;
      const { TimeToLiveStatus: status, AttributeName } = expiry.TimeToLiveDescription;
      const recovery = backups.ContinuousBackupsDescription.PointInTimeRecoveryDescription;
      return {
        streamArn: table.StreamSpecification?.StreamEnabled ? table.LatestStreamArn : undefined,
        hasBothImages: table.StreamSpecification?.StreamViewType === 'NEW_AND_OLD_IMAGES',
        isProtected: table.DeletionProtectionEnabled === true,
        recovers: recovery?.PointInTimeRecoveryStatus === 'ENABLED',
        expiresBy: status === 'ENABLED' || status === 'ENABLING' ? AttributeName : undefined,
        indexes: (table.GlobalSecondaryIndexes ?? []).map(({ IndexName }) => IndexName),
      };
    },
    bootstrapVersion: async () => {
      const found = await unless(['ParameterNotFound'], () =>
        ask(Parameter, 'ssm', 'get-parameter', '--name', '/cdk-bootstrap/hnb659fds/version'),
      );
      return found && Number(found.Parameter.Value);
    },
    stack: async (name) => {
      const found = await unless(['ValidationError'], () =>
        ask(Stacks, 'cloudformation', 'describe-stacks', '--stack-name', name),
      );
      const [stack] = found?.Stacks ?? [];
      if (!stack) return undefined;
      const outputs = (stack.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]);
      return { status: stack.StackStatus, outputs: Object.fromEntries(outputs) as Record<string, string> };
    },
    template: async (name) => {
      const found = await ask(TemplateBody, 'cloudformation', 'get-template', '--stack-name', name);
      return typeof found.TemplateBody === 'string' ? found.TemplateBody : JSON.stringify(found.TemplateBody, null, 1);
    },
    putBack: async (name, template) => {
      const { Account: account } = await ask(Caller, 'sts', 'get-caller-identity');
      await withFile(template, (file) =>
        // A template of more than 51,200 bytes cannot be sent inline, so it goes through the bucket of the CDK's
        // bootstrap.
        run(
          [
            ['cloudformation', 'deploy', '--stack-name', name, '--template-file', file, '--region', region],
            ['--s3-bucket', `cdk-hnb659fds-assets-${account}-${region}`, '--s3-prefix', 'put-back'],
            ['--capabilities', 'CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM', '--no-fail-on-empty-changeset'],
          ].flat(),
        ),
      );
    },
    ringing: async (prefix) => {
      const { MetricAlarms } = await ask(
        Alarms,
        'cloudwatch',
        'describe-alarms',
        '--state-value',
        'ALARM',
        '--alarm-name-prefix',
        prefix,
      );
      return MetricAlarms.map(({ AlarmName: name, AlarmDescription: description = '' }) => ({ name, description }));
    },
    subscribers: async (topicArn) => {
      const { Attributes } = await ask(Topic, 'sns', 'get-topic-attributes', '--topic-arn', topicArn);
      return Number(Attributes.SubscriptionsConfirmed);
    },
    buckets: async (name) => {
      const found = await ask(Resources, 'cloudformation', 'list-stack-resources', '--stack-name', name);
      return found.StackResourceSummaries.flatMap(({ ResourceType, PhysicalResourceId }) =>
        ResourceType === 'AWS::S3::Bucket' && PhysicalResourceId !== undefined ? [PhysicalResourceId] : [],
      );
    },
    emptyBucket: async (bucket) => {
      const list = ['s3api', 'list-object-versions', '--bucket', bucket, '--max-items', '1000'];
      for (;;) {
        const { Versions = [], DeleteMarkers = [] } = await ask(Objects, ...list);
        // `delete-objects` takes at most a thousand objects.
        const found = [...(Versions ?? []), ...(DeleteMarkers ?? [])].slice(0, 1000);
        if (found.length === 0) return;
        const batch = JSON.stringify({ Objects: found, Quiet: true });
        await withFile(batch, (file) =>
          run(['s3api', 'delete-objects', '--bucket', bucket, '--delete', `file://${file}`, '--region', region]),
        );
      }
    },
  };
}

const Caller = z.object({ Account: z.string() });
const AccountSettings = z.object({ AccountLimit: z.object({ ConcurrentExecutions: z.number() }) });
const MailAccount = z.object({ ProductionAccessEnabled: z.boolean(), SendingEnabled: z.boolean() });
const MailIdentity = z.object({ VerifiedForSendingStatus: z.boolean() });
const Certificate = z.object({
  Certificate: z.object({ Status: z.string(), SubjectAlternativeNames: z.array(z.string()) }),
});
const DescribedTable = z.object({
  Table: z.object({
    LatestStreamArn: z.optional(z.string()),
    StreamSpecification: z.optional(z.object({ StreamEnabled: z.boolean(), StreamViewType: z.optional(z.string()) })),
    DeletionProtectionEnabled: z.optional(z.boolean()),
    GlobalSecondaryIndexes: z.optional(z.array(z.object({ IndexName: z.string() }))),
  }),
});
const TableExpiry = z.object({
  TimeToLiveDescription: z.object({ TimeToLiveStatus: z.string(), AttributeName: z.optional(z.string()) }),
});
const TableBackups = z.object({
  ContinuousBackupsDescription: z.object({
    PointInTimeRecoveryDescription: z.optional(z.object({ PointInTimeRecoveryStatus: z.string() })),
  }),
});
const Parameter = z.object({ Parameter: z.object({ Value: z.string() }) });
const Output = z.object({ OutputKey: z.string(), OutputValue: z.string() });
const Stacks = z.object({
  Stacks: z.array(z.object({ StackStatus: z.string(), Outputs: z.optional(z.array(Output)) })),
});
const TemplateBody = z.object({ TemplateBody: z.union([z.string(), z.record(z.string(), z.unknown())]) });
const Alarms = z.object({
  MetricAlarms: z.array(z.object({ AlarmName: z.string(), AlarmDescription: z.optional(z.string()) })),
});
const Topic = z.object({ Attributes: z.object({ SubscriptionsConfirmed: z.string() }) });
const Resources = z.object({
  StackResourceSummaries: z.array(z.object({ ResourceType: z.string(), PhysicalResourceId: z.optional(z.string()) })),
});
const Version = z.object({ Key: z.string(), VersionId: z.string() });
const Objects = z.object({
  Versions: z.optional(z.nullable(z.array(Version))),
  DeleteMarkers: z.optional(z.nullable(z.array(Version))),
});

async function unless<T>(codes: readonly string[], ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (thrown) {
    if (thrown instanceof CliFailure && codes.includes(thrown.code ?? '')) return undefined;
    throw thrown;
  }
}

function parse(printed: string): unknown {
  try {
    // The CLI prints nothing at all for an empty list.
    return JSON.parse(printed.trim() === '' ? '{}' : printed);
  } catch {
    return undefined;
  }
}

async function withFile(text: string, use: (file: string) => Promise<unknown>): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'satchel-deploy-'));
  try {
    const file = path.join(folder, 'content.json');
    writeFileSync(file, text);
    await use(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runCli(args: readonly string[]): Promise<string> {
  try {
    const env = { ...process.env, AWS_PAGER: '' };
    return (await promisify(execFile)('aws', [...args], { env, maxBuffer: 64 * 1024 * 1024 })).stdout;
  } catch (thrown) {
    const { code, stderr = '' } = thrown as { readonly code?: unknown; readonly stderr?: string };
    if (code === 'ENOENT') throw new CommandFailure('The AWS CLI is missing: https://aws.amazon.com/cli/');
    throw new CliFailure(args, stderr);
  }
}
