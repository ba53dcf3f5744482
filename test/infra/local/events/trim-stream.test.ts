import path from 'node:path';

import { DescribeTableCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createStreamCalls } from '#infra/local/events/stream-calls.ts';
import { trimStream } from '#infra/local/events/trim-stream.ts';
import { enginesHere, startEngine, type RunningEngine } from '#test/support/dynamo-engines.ts';

describe.each(enginesHere())('trimming the stream of processed records, in $name', ({ name, ...engine }) => {
  let running: RunningEngine;
  beforeAll(async () => {
    running = await startEngine({ name, ...engine });
  });
  afterAll(() => running.stop());

  it('keeps the other records and their sequence numbers', async () => {
    const client = running.client();
    const table = await running.newTable({ hasStream: true });
    const { hostname, port } = (await client.config.endpoint?.()) ?? { hostname: '', port: 0 };
    const calls = createStreamCalls(`http://${hostname}:${String(port)}`);
    const put = (pk: number) =>
      client.send(new PutItemCommand({ TableName: table, Item: { pk: { S: String(pk) }, sk: { S: 's' } } }));
    const { Table } = await client.send(new DescribeTableCommand({ TableName: table }));
    const streamArn = Table?.LatestStreamArn ?? '';
    for (let pk = 0; pk < 10; pk += 1) await put(pk);
    const [shard] = await calls.listShards(streamArn);
    if (!shard) throw new Error('no shard');
    const readAll = async (after: string | undefined) =>
      (await calls.read(await calls.openShard({ streamArn, shardId: shard.ShardId, after }))).records;
    const numbers = (await readAll(undefined)).map(({ dynamodb }) => dynamodb?.SequenceNumber ?? '');
    expect(numbers).toHaveLength(10);

    const databaseFile = path.join(running.directory, 'dynamodb.sqlite');
    expect(trimStream(databaseFile, table, numbers[6] ?? '')).toBe(name === 'dynoxide' ? 6 : 0);
    expect(trimStream(databaseFile, 'another-table', numbers[9] ?? '')).toBe(0);
    await put(10);
    const rest = (await readAll(numbers[6])).map(({ dynamodb }) => dynamodb?.NewImage?.['pk']?.S);
    expect(rest).toEqual(['7', '8', '9', '10']);
    if (name === 'dynoxide') expect(await readAll(undefined)).toHaveLength(5);
  });

  it('refuses a sequence number that is not a number', () => {
    for (const odd of ['', 'x', '1 OR 1=1', '99999999999999999999']) {
      expect(trimStream(path.join(running.directory, 'dynamodb.sqlite'), 'satchel-1', odd)).toBe(0);
    }
  });
});
