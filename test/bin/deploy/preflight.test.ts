import { describe, expect, test } from 'vitest';

import type { Cloud, TableSettings } from '#bin/deploy/cloud.ts';
import { preflight } from '#bin/deploy/preflight.ts';
import type { Findings } from '#bin/deploy/preflight.ts';
import { configs } from '#infra/aws/config.ts';
import type { Config, Stage } from '#infra/aws/config.ts';
import { createBench, newStacks } from './deployment-bench.ts';

function look(
  cloud: Partial<Cloud>,
  plan: { readonly stage?: Stage; readonly config?: Partial<Config>; readonly withoutMail?: boolean } = {},
): Promise<Findings> {
  const { needs, wish } = createBench({ cloud, config: plan.config ?? {} });
  return preflight(needs.cloud, { stacks: newStacks, ...wish, ...plan, config: wish.config });
}

const answers =
  <T>(value: T) =>
  (): Promise<T> =>
    Promise.resolve(value);

test('a stage that is ready has nothing in its way', async () => {
  await expect(look({})).resolves.toEqual({ stops: [], notes: [] });
});

describe('the preflight stops at', () => {
  const { domain } = createBench({}).wish.config;
  test.each<readonly [string, Partial<Cloud>, RegExp]>([
    [
      'no bootstrap',
      { bootstrapVersion: answers(undefined) },
      /bootstrap is missing: npx cdk bootstrap aws:\/\/123456789012\/us-east-1$/,
    ],
    ['an old bootstrap', { bootstrapVersion: answers(5) }, /bootstrap is too old/],
    ['a small quota', { concurrency: answers(149) }, /runs 149 functions at once, and 150 are needed: .*L-B99A9384/],
    [
      'a domain that SES has not verified',
      { mailDomain: answers('unverified' as const) },
      /^SES has not verified prod\.satchel-cards\.dev.*--without-mail/,
    ],
    ['the sandbox of SES', { mailsEverybody: answers(false) }, /^SES mails verified addresses only.*--without-mail/],
    ['no certificate', { certificate: answers(undefined) }, /^There is no certificate arn:/],
    [
      'a certificate that is not issued yet',
      { certificate: answers({ status: 'PENDING_VALIDATION', names: [] }) },
      /is PENDING_VALIDATION, not ISSUED/,
    ],
    [
      'a certificate for another name',
      { certificate: answers({ status: 'ISSUED', names: ['*.other.dev', 'satchel-cards.dev'] }) },
      /is for \*\.other\.dev, satchel-cards\.dev, not for prod\./,
    ],
    [
      'alarms that reach nobody',
      { stack: answers({ status: 'UPDATE_COMPLETE', outputs: { AlarmTopicArn: 'arn:t' } }), subscribers: answers(0) },
      /^Alarms reach nobody: subscribe who is on call to arn:t, and confirm\.$/,
    ],
    [
      'a deployment under way',
      { stack: answers({ status: 'UPDATE_IN_PROGRESS', outputs: {} }) },
      /^Satchel-prod-Data is UPDATE_IN_PROGRESS: it is being deployed/,
    ],
    [
      'a stack that is stuck',
      { stack: answers({ status: 'UPDATE_ROLLBACK_FAILED', outputs: {} }) },
      /^Satchel-prod-Data is UPDATE_ROLLBACK_FAILED: continue/,
    ],
  ])('%s', async (_, cloud, sentence) => {
    const { stops } = await look(cloud);
    expect(stops[0]).toMatch(sentence);
  });

  test('another account, and asks nothing more there', async () => {
    let asked = 0;
    const { stops } = await look({
      account: answers('999999999999'),
      bootstrapVersion: () => Promise.resolve((asked += 1)),
    });
    expect(stops).toEqual([
      'The credentials are of account 999999999999, and prod belongs to 123456789012: sign in there.',
    ]);
    expect(asked).toBe(0);
  });

  test('a certificate of another region', async () => {
    const arn = domain?.certificateArn.replace('us-east-1', 'eu-west-1') ?? '';
    const { stops } = await look({}, { config: { domain: { name: 'a.b.dev', certificateArn: arn } } });
    expect(stops).toEqual([expect.stringContaining('certificates of us-east-1 only')]);
  });

  test('a call of AWS that fails', async () => {
    await expect(look({ concurrency: () => Promise.reject(new Error('no right to it')) })).rejects.toThrow('no right');
  });
});

describe('the preflight only notes', () => {
  test('a domain of mails that SES does not know before the first deployment', async () => {
    await expect(look({ mailDomain: answers('absent' as const), mailsEverybody: answers(false) })).resolves.toEqual({
      stops: [],
      notes: [expect.stringContaining('this deployment adds it')],
    });
  });

  test('missing mail, where that is accepted', async () => {
    const { stops, notes } = await look({ mailsEverybody: answers(false) }, { withoutMail: true });
    expect({ stops, notes }).toEqual({ stops: [], notes: [expect.stringContaining('verified addresses only')] });
  });

  test('alarms that reach nobody before the launch, and nothing of a topic that has a subscriber', async () => {
    const stack = answers({ status: 'UPDATE_COMPLETE', outputs: { AlarmTopicArn: 'arn:t' } });
    await expect(look({ stack, subscribers: answers(0) }, { withoutMail: true })).resolves.toEqual({
      stops: [],
      notes: [expect.stringContaining('Alarms reach nobody')],
    });
    await expect(look({ stack, subscribers: answers(1) })).resolves.toEqual({ stops: [], notes: [] });
  });

  test('each lack that dev may have: no account of its own, a small quota, the sandbox of SES', async () => {
    const { needs } = createBench({ cloud: { concurrency: answers(10), mailsEverybody: answers(false) } });
    const stacks = newStacks.slice(0, 1);
    const { stops, notes } = await preflight(needs.cloud, {
      stage: 'dev',
      config: configs.dev,
      stacks,
      withoutMail: false,
    });
    expect(stops).toEqual([]);
    expect(notes).toEqual([
      expect.stringContaining('the one signed in, 123456789012'),
      expect.stringContaining('runs 10 functions at once'),
      expect.stringContaining('verified addresses only'),
    ]);
  });
});

describe('a restored table', () => {
  const streamArn = 'arn:aws:dynamodb:us-east-1:123456789012:table/satchel-2026-11-23/stream/2026-11-23T21:04:05.678';
  const whole: TableSettings = {
    streamArn,
    hasBothImages: true,
    isProtected: true,
    recovers: true,
    expiresBy: 'ttlAtSeconds',
    indexes: ['gsi1', 'gsi2'],
  };
  const config = { restoredTable: { streamArn } };
  const named: string[] = [];
  const lookAt = (found: TableSettings | undefined) =>
    look({ table: (name) => (named.push(name), Promise.resolve(found)) }, { config });

  test('is accepted with all settings that a restore leaves out', async () => {
    await expect(lookAt(whole)).resolves.toEqual({ stops: [], notes: [] });
    expect(named).toEqual(['satchel-2026-11-23']);
  });

  test.each<readonly [string, Partial<TableSettings>, string]>([
    ['without its stream', { streamArn: undefined }, 'the stream that restoredTable names'],
    ['with another stream', { streamArn: `${streamArn}9` }, 'the stream that restoredTable names'],
    ['with a stream of new images only', { hasBothImages: false }, 'the stream that restoredTable names'],
    ['whose items never expire', { expiresBy: undefined }, 'expiry by ttlAtSeconds'],
    ['whose items expire by another attribute', { expiresBy: 'expiresAtMs' }, 'expiry by ttlAtSeconds'],
    ['without point-in-time recovery', { recovers: false }, 'point-in-time recovery'],
    ['without deletion protection', { isProtected: false }, 'deletion protection'],
    ['without an index', { indexes: ['gsi1'] }, 'the index gsi2'],
  ])('%s stops the deployment', async (_, lacking, words) => {
    await expect(lookAt({ ...whole, ...lacking })).resolves.toEqual({
      stops: [`satchel-2026-11-23 lacks ${words}: infra/RUNBOOK.md, Table lost or wrong, step 3.`],
      notes: [],
    });
  });

  test('that does not exist stops the deployment', async () => {
    const { stops } = await lookAt(undefined);
    expect(stops).toEqual([expect.stringMatching(/^There is no table satchel-2026-11-23: /)]);
  });
});
