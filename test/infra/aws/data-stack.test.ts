import { Match } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, test } from 'vitest';

import { tableDefinition } from '#infra/definition/table.ts';
import { synthesisTimeoutMs, synthesize } from './synthesize.ts';
import type { Synthesis } from './synthesize.ts';

let prod: Synthesis;
beforeAll(async () => {
  prod = await synthesize('prod');
}, synthesisTimeoutMs);

describe('the table', () => {
  test('is one beside the list of erasures, with the keys and indexes that the functions use', () => {
    prod.templates.data.resourceCountIs('AWS::DynamoDB::Table', 2);
    const keys = ({ partitionKey, sortKey }: { partitionKey: string; sortKey: string }) => [
      { AttributeName: partitionKey, KeyType: 'HASH' },
      { AttributeName: sortKey, KeyType: 'RANGE' },
    ];
    prod.templates.data.hasResourceProperties('AWS::DynamoDB::Table', {
      KeySchema: keys(tableDefinition),
      GlobalSecondaryIndexes: tableDefinition.indexes.map((index) =>
        Match.objectLike({ IndexName: index.name, KeySchema: keys(index) }),
      ),
    });
  });

  test('leaves the list of erasures to a table that is kept as well, and not restored with it', () => {
    const tables = Object.values(prod.resources('data', 'AWS::DynamoDB::Table'));
    const list = tables.find(({ Properties }) => Properties['StreamSpecification'] === undefined);
    expect(list?.Properties).toMatchObject({
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      DeletionProtectionEnabled: true,
      SSESpecification: { SSEEnabled: true },
    });
    expect(list?.Properties).not.toHaveProperty('TimeToLiveSpecification');
  });

  test('can be restored, is not deleted by a slip, and is encrypted under a key whose use is logged', () => {
    prod.templates.data.hasResource('AWS::DynamoDB::Table', {
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        BillingMode: 'PAY_PER_REQUEST',
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        DeletionProtectionEnabled: true,
        SSESpecification: { SSEEnabled: true },
        TimeToLiveSpecification: { AttributeName: tableDefinition.ttlAttribute, Enabled: true },
        StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      },
    });
  });
});

describe('secrets', () => {
  test('are drawn by Secrets Manager or put together of such, and outlive the stack', () => {
    const secrets = Object.values(prod.resources('data', 'AWS::SecretsManager::Secret'));
    const names = secrets.map(({ Properties }) => Properties['Name']);
    expect(names).toEqual(
      expect.arrayContaining(['session', 'payments', 'issuer', 'origin'].map((name) => `satchel/prod/${name}`)),
    );
    for (const secret of secrets) {
      expect(secret['DeletionPolicy']).toBe('RetainExceptOnCreate');
      const { GenerateSecretString, SecretString } = secret.Properties;
      // 64 letters and digits are 380 bits, and valid base64url.
      if (SecretString === undefined)
        expect(GenerateSecretString).toEqual({ PasswordLength: 64, ExcludePunctuation: true });
      else expect(secret.Properties['Name']).toBe('satchel/prod/session');
    }
  });

  test('stand in no template: where a value belongs there is only its address', () => {
    const texts = Object.values(prod.templates).map((template) => JSON.stringify(template.toJSON()));
    for (const text of texts) {
      expect(text).not.toMatch(/(sk|at)_(test|live)_\w/);
      expect(text).not.toMatch(/AKIA[0-9A-Z]{16}|-----BEGIN|eyJ[\w-]{10,}\./);
      // Secret fields and headers hold `{{resolve:secretsmanager:…}}` and nothing else.
      for (const [, value] of text.matchAll(/"HeaderValue":\{"Fn::Join":\["",\["([^"]*)/g)) {
        expect(value).toBe('{{resolve:secretsmanager:');
      }
      for (const [, value] of text.matchAll(/\\"\w*(?:[Kk]ey|pepper)\\":\\"([^"\\]*)/g)) {
        expect(value).toBe('{{resolve:secretsmanager:');
      }
    }
  });
});

test('mail leaves from a domain that the stage owns', () => {
  prod.templates.data.hasResourceProperties('AWS::SES::EmailIdentity', { EmailIdentity: 'prod.satchel-cards.dev' });
});
