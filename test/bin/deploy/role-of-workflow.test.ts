import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createAwsCli } from '#bin/deploy/aws-cli.ts';

const readme = readFileSync(path.resolve(import.meta.dirname, '../../../infra/README.md'), 'utf8');
const shipping = readme.split('\n## Shipping\n')[1]?.split('\n## ')[0] ?? '';

/** The calls of `aws cloudformation deploy`: it uploads the template, and deploys it as a change set. */
const toPutBack = [
  's3:ListBucket',
  's3:GetObject',
  's3:PutObject',
  'cloudformation:CreateChangeSet',
  'cloudformation:DescribeChangeSet',
  'cloudformation:ExecuteChangeSet',
  'ssm:GetParameters',
];

/** The rights that a call of the AWS CLI takes. */
function rightsOf([service = '', command = '']: readonly string[]): readonly string[] {
  // It takes no right.
  if (service === 'sts') return [];
  if (command === 'deploy') return toPutBack;
  const words = command.split('-').map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`);
  return [`${service === 'sesv2' ? 'ses' : service}:${words.join('')}`];
}

/**
 * The CDK assumes its own roles. Everything else is called with the role that the workflow signs in with, and what it lacks
 * shows only when a version has to be put back.
 */
it('names every right that a deployment uses beside the roles of the CDK', async () => {
  const calls: (readonly string[])[] = [];
  const cloud = createAwsCli('us-east-1', (args) => {
    calls.push(args);
    return Promise.resolve(JSON.stringify({ Account: '123456789012', Table: {} }));
  });
  const ofDestroy = ['buckets', 'emptyBucket'];
  const ofDeployments = Object.entries(cloud).filter(([name]) => !ofDestroy.includes(name));
  // Most answers have no shape that is known: what counts is what was called.
  await Promise.allSettled(
    ofDeployments.map(([, call]) => (call as (...args: string[]) => Promise<unknown>)('name', '{}')),
  );
  expect(calls.length).toBeGreaterThan(12);
  const rights = new Set(calls.flatMap(rightsOf));
  expect([...rights].filter((right) => !shipping.includes(`\`${right}\``))).toEqual([]);
});
