import { ListExportsCommand } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';

import { lateExports } from '#infra/aws/exports/late-exports.ts';

const nowMs = Date.parse('2026-11-30T12:00:00Z');

type Listed = readonly (readonly [status: string, time: string])[];

/** A DynamoDB with these exports of each table, one on a page. */
const client = (exports: Readonly<Record<string, Listed>>) => ({
  send: async (command: unknown): Promise<never> => {
    if (!(command instanceof ListExportsCommand)) throw new Error('another call');
    const { TableArn = '', NextToken = '0' } = command.input;
    const listed = exports[TableArn] ?? [];
    const [status, time = ''] = listed[Number(NextToken)] ?? [];
    const ExportArn = `arn:aws:dynamodb:us-east-1:1:table/${TableArn}/export/0${Date.parse(time)}-0a1b2c3d`;
    const next = Number(NextToken) + 1;
    return {
      ExportSummaries: status === undefined ? [] : [{ ExportArn, ExportStatus: status }],
      NextToken: next < listed.length ? String(next) : undefined,
    } as never;
  },
});

const yesterday = ['COMPLETED', '2026-11-29T06:00:00Z'] as const;
const before = ['COMPLETED', '2026-11-22T06:00:00Z'] as const;

test('no export is late while each table has one of the last week, on any page', async () => {
  const exports = { people: [before, yesterday], erasures: [yesterday, before] };
  expect(await lateExports(client(exports), ['people', 'erasures'], nowMs)).toEqual([]);
  const onSunday = Date.parse('2026-11-29T12:00:00Z');
  expect(await lateExports(client({ people: [before] }), ['people'], onSunday)).toEqual([]);
});

test.each<[string, Listed]>([
  ['there is none', []],
  ['the last one failed', [['FAILED', '2026-11-29T06:00:00Z'], before]],
  ['the last one has no end', [['IN_PROGRESS', '2026-11-29T06:00:00Z'], before]],
  ['none began this week', [before]],
])('an export is late when %s', async (_when, listed) => {
  const exports = { people: [yesterday], erasures: listed };
  expect(await lateExports(client(exports), ['people', 'erasures'], nowMs)).toEqual(['erasures']);
});
