import { beforeAll, describe, expect, test } from 'vitest';

import { periodOf, readDescription } from '#infra/aws/alarm-table.ts';
import { alarmsOf } from './alarms-of.ts';
import { accountIn, synthesize } from './synthesize.ts';
import type { Synthesis } from './synthesize.ts';
import { resourceOf, resourcesOf } from './template-resources.ts';

/** `staging` differs from `prod` in numbers and addresses only; synthesizing it too would show no more. */
const stages = ['dev', 'prod'] as const;

/** Types whose resource loses its data, its address or its published name when CloudFormation replaces it. */
const holdsSomething = new Set([
  'AWS::ApiGatewayV2::Api',
  'AWS::Backup::BackupVault',
  'AWS::CloudFront::Distribution',
  'AWS::DynamoDB::Table',
  'AWS::S3::Bucket',
  'AWS::SES::EmailIdentity',
  'AWS::SNS::Topic',
  'AWS::SQS::Queue',
  'AWS::SecretsManager::Secret',
]);

/** The ids of both stages; only what is kept has backups. An id that changes is a migration: write it down here on purpose. */
const deployedIds: readonly string[] = [
  'backups Exports25637AFB',
  'backups Vault23237E5B',
  'data ErasuresA1C9C257',
  'data MailIdentity4365A1C5',
  'data Secretissuer4ACAED3D',
  'data Secretorigin87230A53',
  'data Secretpayments2EF07573',
  'data SecretsessionA9F92D21',
  'data SecretsessioncursorKey5627BAB3',
  'data SecretsessionjwtKey01F95ADF',
  'data Secretsessionpepper6C31DDE3',
  'data SecretsessionrefreshKey50A0B766',
  'data TableCD117FA1',
  'web ApiF70053CD',
  'web Distribution830FAC52',
  'web Logs6819BB44',
  'web SiteE53D7754',
  'workers AlarmTopicD01E77F9',
  'workers issuereventsE97A9E46',
  'workers issuereventsdlqA7AB161A',
  'workers missedschedules4D6CE023',
  'workers paymentevents04D14300',
  'workers paymenteventsdlq9FB75DF0',
  'workers workeraggregatesfailures7E98F1D9',
  'workers workernotificationsfailuresE99B0435',
];

type Statement = {
  readonly Effect: string;
  readonly Principal: unknown;
  readonly Action: unknown;
  readonly Resource: unknown;
  readonly Condition?: unknown;
};

/** The property that gives a resource its name. A type that is kept must stand here, so that nobody forgets its name. */
const namedBy: Readonly<Record<string, string>> = {
  'AWS::Backup::BackupVault': 'BackupVaultName',
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::SecretsManager::Secret': 'Name',
};

describe.each(stages)('%s', (stage) => {
  let synthesis: Synthesis;
  beforeAll(async () => {
    synthesis = await synthesize(stage);
  });

  test('lets every alarm publish to its topic, and all others over TLS only', () => {
    const alarms = resourcesOf(synthesis).filter(({ resource }) => resource.Type === 'AWS::CloudWatch::Alarm');
    expect(alarms.length).toBeGreaterThan(30);
    for (const { stack, resource: alarm } of alarms) {
      const actions = [alarm.Properties['AlarmActions'], alarm.Properties['OKActions']].flat();
      expect(actions).toHaveLength(2);
      for (const action of actions) {
        const topic = resourceOf(synthesis, stack, action);
        expect(topic.resource.Type).toBe('AWS::SNS::Topic');
        const ref = { Ref: topic.logicalId };
        const statements = resourcesOf(synthesis)
          .filter(({ resource }) => resource.Type === 'AWS::SNS::TopicPolicy')
          .filter((policy) => policy.stack === topic.stack && holds(policy.resource.Properties['Topics'], ref))
          .flatMap(({ resource }) => (resource.Properties['PolicyDocument'] as { Statement: Statement[] }).Statement);
        expect(statements.filter(({ Effect }) => Effect === 'Allow')).toEqual([
          {
            Sid: expect.any(String),
            Effect: 'Allow',
            Principal: { Service: 'cloudwatch.amazonaws.com' },
            Action: 'sns:Publish',
            Resource: ref,
            Condition: {
              StringEquals: { 'aws:SourceAccount': accountIn(stage) },
              ArnLike: { 'aws:SourceArn': alarmArnsIn(accountIn(stage)) },
            },
          },
        ]);
        // CloudWatch speaks TLS; a denial of anything else would silence it.
        expect(statements.filter(({ Effect }) => Effect !== 'Allow')).toEqual([
          expect.objectContaining({ Resource: ref, Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
        ]);
      }
    }
  });

  test('has these thresholds and periods for each kind of alarm', () => {
    const rung = new Map<string, Set<string>>();
    for (const alarm of alarmsOf(synthesis)) {
      const { kind } = readDescription(alarm);
      const text = `${alarm.Threshold} over ${periodOf(alarm)} s, ${alarm.EvaluationPeriods} in a row`;
      rung.set(kind, (rung.get(kind) ?? new Set()).add(text));
    }
    expect(Object.fromEntries([...rung].map(([kind, texts]) => [kind, [...texts].toSorted().join(' or ')]))).toEqual({
      'dead-letters': '1 over 60 s, 1 in a row',
      'provider-outage': '1 over 1800 s, 1 in a row',
      'queue-delay': '360 over 60 s, 3 in a row',
      'stream-delay': '900000 over 300 s, 2 in a row',
      'stream-failures': '1 over 60 s, 1 in a row',
      'worker-errors': '3 over 900 s, 1 in a row',
      'job-errors':
        '1 over 3600 s, 1 in a row or 1 over 86400 s, 1 in a row or 1 over 900 s, 1 in a row or 2 over 900 s, 1 in a row or 3 over 900 s, 1 in a row',
      'job-silent':
        '1 over 2700 s, 1 in a row or 1 over 3600 s, 26 in a row or 1 over 3600 s, 3 in a row or 1 over 600 s, 1 in a row or 1 over 900 s, 1 in a row',
      'reconciliation-late': '1 over 3600 s, 30 in a row or 1 over 3600 s, 4 in a row',
      'float-warning': '3 over 900 s, 1 in a row',
      'float-page': '1 over 900 s, 1 in a row',
      'float-breaker': '1 over 300 s, 1 in a row',
      'float-silent': '1 over 1800 s, 1 in a row',
      'money-lines': '1 over 300 s, 1 in a row',
      'mail-reputation': '0.001 over 3600 s, 1 in a row or 0.05 over 3600 s, 1 in a row',
      'error-lines': '1 over 300 s, 1 in a row',
      'retry-lines': '10 over 900 s, 2 in a row',
      'site-silent': '1 over 900 s, 1 in a row',
      'origin-refused': '1 over 300 s, 2 in a row',
      'guard-errors': '3 over 300 s, 1 in a row',
      'missed-schedules': '1 over 60 s, 1 in a row',
      ...(stage === 'prod' && { 'backup-late': '1 over 3600 s, 1 in a row or 1 over 3600 s, 30 in a row' }),
      throttles: '1 over 300 s, 1 in a row',
      'api-errors': '5 over 60 s, 2 in a row',
      'api-latency': '10000 over 300 s, 2 in a row',
      'table-throttles': '10 over 300 s, 1 in a row',
    });
  });

  test('protects data and addresses from deletion in production, and deploys the site after the API', () => {
    const { data, web, api, site } = synthesis.stacks;
    for (const stack of [data, web]) expect(stack.terminationProtection).toBe(stage === 'prod');
    expect(site.dependencies.map(({ stackName }) => stackName)).toContain(api.stackName);
  });

  test('deploys the functions before the routes, which only name them', () => {
    const { api, functions } = synthesis.stacks;
    expect(api.dependencies.map(({ stackName }) => stackName)).toContain(functions.stackName);
  });

  test('has data and addresses under the ids that they were deployed with: another id would be empty', () => {
    const held = resourcesOf(synthesis).filter(({ resource: { Type } }) => holdsSomething.has(Type));
    expect(held.map(({ stack, logicalId }) => `${stack} ${logicalId}`).toSorted()).toEqual(
      deployedIds.filter((id) => stage === 'prod' || !id.startsWith('backups ')),
    );
  });

  test('keeps no resource of a failed first deployment whose name the next deployment needs', () => {
    const kept = resourcesOf(synthesis).filter(({ resource }) => resource['DeletionPolicy'] === 'Retain');
    const inTheWay = kept.filter(({ resource: { Type, Properties } }) => {
      const name = namedBy[Type];
      if (name === undefined) throw new Error(`${Type} is kept: say here which property names it`);
      return Properties[name] !== undefined;
    });
    expect(inTheWay.map(({ logicalId }) => logicalId)).toEqual([]);
    if (stage === 'dev') expect(resourcesOf(synthesis).filter(isKept)).toEqual([]);
    else
      expect(
        new Set(
          resourcesOf(synthesis)
            .filter(isKept)
            .map(({ resource }) => resource.Type),
        ),
      ).toEqual(new Set(Object.keys(namedBy)));
  });
});

/** The alarms of an account as an ARN; CloudFormation puts it together where the account is only a reference. */
function alarmArnsIn(account: unknown): unknown {
  if (typeof account === 'string') return `arn:aws:cloudwatch:us-east-1:${account}:alarm:*`;
  return { 'Fn::Join': ['', ['arn:aws:cloudwatch:us-east-1:', account, ':alarm:*']] };
}

function isKept({ resource }: ReturnType<typeof resourcesOf>[number]): boolean {
  return String(resource['DeletionPolicy']).startsWith('Retain');
}

function holds(list: unknown, item: unknown): boolean {
  return (list as unknown[]).some((each) => JSON.stringify(each) === JSON.stringify(item));
}

test.each(stages)('%s exempts no admin from a second factor: only a local stack does', async (stage) => {
  const { templates } = await synthesize(stage);
  const text = Object.values(templates).map((template) => JSON.stringify(template.toJSON()));
  expect(text.join('\n')).toContain('SITE_URL');
  expect(text.join('\n')).not.toMatch(/DEMO|demo/);
});
