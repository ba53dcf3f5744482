import { readFileSync } from 'node:fs';
import path from 'node:path';

import { beforeAll, describe, expect, test } from 'vitest';

import { repositoryRoot } from '#infra/build/content-addressed-build.ts';
import { tableDefinition } from '#infra/definition/table.ts';
import { filledConfig, synthesize } from './synthesize.ts';
import type { Resource, Synthesis } from './synthesize.ts';
import { resourcesOf } from './template-resources.ts';

const arn = `arn:aws:dynamodb:us-east-1:${filledConfig('prod').account}:table/satchel-2026-11-23`;
const streamArn = `${arn}/stream/2026-11-23T21:04:05.678`;

let before: Synthesis;
let after: Synthesis;
beforeAll(async () => {
  before = await synthesize('prod');
  after = await synthesize('prod', { changes: { restoredTable: { streamArn } } });
});

type DataTemplate = { readonly Resources: unknown; readonly Outputs: Readonly<Record<string, unknown>> };
const dataOf = ({ templates }: Synthesis) => templates.data.toJSON() as DataTemplate;

describe('stacks that point at a restored table', () => {
  test('leave their earlier table alone: nothing replaces or deletes it', () => {
    expect(dataOf(after).Resources).toEqual(dataOf(before).Resources);
  });

  test('keep the exports that earlier stacks still import during the deployment', () => {
    const exportsOf = (synthesis: Synthesis) =>
      Object.entries(dataOf(synthesis).Outputs).filter(([name]) => name.startsWith('ExportsOutput'));
    const kept = exportsOf(before);
    expect(kept.length).toBeGreaterThan(5);
    expect(exportsOf(after)).toEqual(expect.arrayContaining(kept));
  });

  test('name only that table in environment, rights, streams, alarms, backups and exports', () => {
    const [oldId] = Object.keys(before.resources('data', 'AWS::DynamoDB::Table')).filter((id) =>
      id.startsWith('Table'),
    );
    expect(oldId).toBeDefined();
    for (const { stack, logicalId, resource } of resourcesOf(after)) {
      if (stack !== 'data') expect(JSON.stringify(resource), `${stack} ${logicalId}`).not.toContain(oldId);
    }
  });

  test('give each function the name of that table, and the rights that it had to the earlier one', () => {
    const functions = resourcesOf(after).filter(({ resource }) => resource.Type === 'AWS::Lambda::Function');
    const names = functions.flatMap(({ resource }) => {
      const { Variables: { TABLE_NAME } = {} } = (resource.Properties['Environment'] ?? {}) as {
        readonly Variables?: { readonly TABLE_NAME?: unknown };
      };
      return TABLE_NAME === undefined ? [] : [TABLE_NAME];
    });
    expect(names.length).toBeGreaterThan(50);
    expect(new Set(names)).toEqual(new Set(['satchel-2026-11-23']));

    const roles = (synthesis: Synthesis) =>
      resourcesOf(synthesis)
        .filter(({ resource }) => resource.Type === 'AWS::IAM::Role')
        .map(({ resource }) => JSON.stringify(resource.Properties));
    const [was, is] = [roles(before), roles(after)];
    const reaches = was.map((role) => role.includes('ExportsOutputFnGetAttTable'));
    expect(is.map((role) => role.includes(arn))).toEqual(reaches);
    const indexes = tableDefinition.indexes.map(({ name }) => `"${arn}/index/${name}"`);
    expect(is.filter((role) => indexes.every((index) => role.includes(index))).length).toBe(names.length);
  });

  test('read the stream of that table', () => {
    const mappings = resourcesOf(after)
      .filter(({ resource }) => resource.Type === 'AWS::Lambda::EventSourceMapping')
      .map(({ resource }) => resource.Properties['EventSourceArn'])
      .filter((source) => typeof source === 'string');
    expect(mappings).toEqual([streamArn, streamArn]);
  });

  test('need settings that a restore drops (stream, expiry, protection), by commands of the runbook', () => {
    const [[, own]] = Object.entries(after.resources('data', 'AWS::DynamoDB::Table')).filter(([id]) =>
      id.startsWith('Table'),
    ) as [[string, Resource]];
    const { StreamSpecification, TimeToLiveSpecification } = own.Properties as {
      readonly StreamSpecification: { readonly StreamViewType: string };
      readonly TimeToLiveSpecification: { readonly AttributeName: string };
    };
    const runbook = readFileSync(path.join(repositoryRoot, 'infra/RUNBOOK.md'), 'utf8');
    for (const words of [
      `--stream-specification StreamEnabled=true,StreamViewType=${StreamSpecification.StreamViewType}`,
      `--time-to-live-specification Enabled=true,AttributeName=${TimeToLiveSpecification.AttributeName}`,
      '--point-in-time-recovery-specification PointInTimeRecoveryEnabled=true',
      '--deletion-protection-enabled',
      'restoredTable: { streamArn:',
    ])
      expect(runbook).toContain(words);
  });

  test('output the name of that table for the operator', () => {
    expect(dataOf(after).Outputs['TableName']).toMatchObject({ Value: 'satchel-2026-11-23' });
  });
});
