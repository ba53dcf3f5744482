import { describe, expect, test } from 'vitest';

import { completeConfig } from '#infra/aws/complete-config.ts';
import { configs, stages } from '#infra/aws/config.ts';
import type { Config } from '#infra/aws/config.ts';
import { filledConfig } from './synthesize.ts';

const prod = filledConfig('prod');
const { account, domain, copyBackupsTo, ...bare } = prod;
if (account === undefined || domain === undefined || copyBackupsTo === undefined)
  throw new Error('the filled configuration lacks something');

const streamArn = (of: string) => `arn:aws:dynamodb:us-east-1:${of}:table/restored/stream/2026-11-23T21:04:05.678`;

describe('a stage that people rely on', () => {
  test.each(['staging', 'prod'] as const)(
    '%s is refused as it stands in the repository, every field by its name',
    (stage) => {
      expect(() => completeConfig(stage, configs[stage])).toThrow(
        new RegExp(
          `stage ${stage}, first: account, .*mail\\.domain, which is still [a-z.]*satchel\\.example; mail\\.address`,
        ),
      );
    },
  );

  test('is taken once everything is filled in', () => {
    expect(completeConfig('prod', prod)).toBe(prod);
    expect(completeConfig('staging', filledConfig('staging'))).toMatchObject({ account });
  });

  test.each<readonly [string, Config, RegExp]>([
    ['no account', { ...bare, domain, copyBackupsTo }, /: account, the twelve digits/],
    ['an account of zeros', { ...prod, account: '000000000000' }, /: account, /],
    ['an account that is too short', { ...prod, account: '12345678901' }, /: account, /],
    ['no name for the site', { ...bare, account, copyBackupsTo }, /: domain, the name/],
    ['no second place for backups', { ...bare, account, domain }, /: copyBackupsTo, the ARN/],
    [
      'backups copied to the region and account that they are in',
      { ...prod, copyBackupsTo: `arn:aws:backup:us-east-1:${account}:backup-vault:satchel-prod` },
      /: copyBackupsTo, a vault named satchel-prod that is not in us-east-1 of that account/,
    ],
    [
      'a vault of another name',
      { ...prod, copyBackupsTo: copyBackupsTo.replace('-prod', '-staging') },
      /: copyBackupsTo, a vault named satchel-prod/,
    ],
    [
      'a restored table of another account',
      { ...prod, restoredTable: { streamArn: streamArn('999999999999') } },
      /: restoredTable\.streamArn, /,
    ],
    [
      'a restored table without its stream',
      { ...prod, restoredTable: { streamArn: streamArn(account).replace(/\/stream.*/, '') } },
      /: restoredTable\.streamArn, the LatestStreamArn/,
    ],
    [
      'a certificate of another region',
      { ...prod, domain: { ...domain, certificateArn: domain.certificateArn.replace('us-east-1', 'eu-west-1') } },
      /: domain\.certificateArn, an ACM certificate of us-east-1/,
    ],
    [
      'a certificate of another account',
      { ...prod, domain: { ...domain, certificateArn: domain.certificateArn.replace(account, '999999999999') } },
      /: domain\.certificateArn/,
    ],
    [
      'a site under a placeholder',
      { ...prod, domain: { ...domain, name: 'www.example.com' } },
      /: domain\.name, which is still/,
    ],
    [
      'a provider under a placeholder',
      { ...prod, providers: { ...prod.providers, issuerBaseUrl: 'https://issuer.example/v1' } },
      /: providers\.issuerBaseUrl, which is still/,
    ],
    [
      'mails from another domain',
      { ...prod, mail: { ...prod.mail, address: 'no-reply@elsewhere.dev' } },
      /: mail\.address, /,
    ],
  ])('is refused with %s', (_, config, sentence) => {
    expect(() => completeConfig('prod', config)).toThrow(sentence);
  });

  test.each(['prod', 'staging'] as const)('%s may run on a restored table of its own account', (stage) => {
    const restored = { ...filledConfig(stage), restoredTable: { streamArn: streamArn(account) } };
    expect(completeConfig(stage, restored)).toBe(restored);
  });

  test.each([
    ['another account', 'us-east-1:999999999999'],
    ['another region', `eu-west-1:${account}`],
  ])('may copy its backups to %s', (_, place) => {
    const copied = { ...prod, copyBackupsTo: `arn:aws:backup:${place}:backup-vault:satchel-prod` };
    expect(completeConfig('prod', copied)).toBe(copied);
  });

  test('staging needs no second place for its backups', () => {
    const { copyBackupsTo: _, ...alone } = filledConfig('staging');
    expect(completeConfig('staging', alone)).toBe(alone);
  });

  test('may have a site whose name holds "example" without being a placeholder', () => {
    const named = { ...prod, domain: { ...domain, name: 'example-cards.dev' } };
    expect(completeConfig('prod', named)).toBe(named);
  });
});

test('dev alone may keep its placeholders', () => {
  const exempt = stages.filter((stage) => {
    try {
      return completeConfig(stage, configs[stage]) === configs[stage];
    } catch {
      return false;
    }
  });
  expect(exempt).toEqual(['dev']);
});

test('production alone uses the card issuer’s production, and every stage reveals cards through the relay', () => {
  for (const stage of stages) {
    const { issuerBaseUrl, issuerRevealBaseUrl } = configs[stage].providers;
    const path = `/v1/issuing${stage === 'prod' ? '' : '/sandbox'}`;
    expect(issuerBaseUrl).toBe(`https://issuecards.api.bridgecard.co${path}`);
    expect(issuerRevealBaseUrl).toBe(`https://issuecards-api-bridgecard-co.relay.evervault.com${path}`);
  }
});
