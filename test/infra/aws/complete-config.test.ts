import { describe, expect, test } from 'vitest';

import { completeConfig } from '#infra/aws/complete-config.ts';
import { configs, stages } from '#infra/aws/config.ts';
import type { Config } from '#infra/aws/config.ts';
import { filledConfig } from './synthesize.ts';

const prod = filledConfig('prod');
const { account, domain, ...bare } = prod;
if (account === undefined || domain === undefined) throw new Error('the filled configuration lacks something');

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
    ['no account', { ...bare, domain }, /: account, the twelve digits/],
    ['an account of zeros', { ...prod, account: '000000000000' }, /: account, /],
    ['an account that is too short', { ...prod, account: '12345678901' }, /: account, /],
    ['no name for the site', { ...bare, account }, /: domain, the name/],
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

  test('may have a name in which the word stands for something else', () => {
    const named = { ...prod, domain: { ...domain, name: 'example-cards.dev' } };
    expect(completeConfig('prod', named)).toBe(named);
  });
});

test('dev needs nothing filled in, and nothing else is exempt', () => {
  const exempt = stages.filter((stage) => {
    try {
      return completeConfig(stage, configs[stage]) === configs[stage];
    } catch {
      return false;
    }
  });
  expect(exempt).toEqual(['dev']);
});
