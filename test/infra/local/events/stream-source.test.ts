import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { DescribeTableCommand, PutItemCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createPulse } from '#infra/local/events/pulse.ts';
import { createStreamCalls, StreamError, type StreamCalls } from '#infra/local/events/stream-calls.ts';
import { firstFailureIn, startStreamSource, type StreamSource } from '#infra/local/events/stream-source.ts';
import type { InvocationOutcome } from '#infra/local/lambda/invocation.ts';
import { enginesHere, sharedEngine, type RunningEngine } from '#test/support/dynamo-engines.ts';
import { eventually } from '#test/support/eventually.ts';

const returned = (answer: unknown): InvocationOutcome => ({ kind: 'returned', payload: JSON.stringify(answer) });
const thrown: InvocationOutcome = { kind: 'failed', error: { errorType: 'Error', errorMessage: 'no' } };
const numbered = (SequenceNumber: string, entity = 'user', eventName: 'INSERT' | 'MODIFY' | 'REMOVE' = 'INSERT') =>
  ({
    eventName,
    dynamodb: { SequenceNumber, NewImage: { pk: { S: `p-${SequenceNumber}` }, entity: { S: entity } } },
  }) satisfies DynamoDBRecord;

describe('the retry of a batch', () => {
  const records = ['7', '8', '9'].map((number) => numbered(number));
  const first = (outcome: InvocationOutcome) => firstFailureIn(outcome, records);
  const failures = (...ids: unknown[]) => returned({ batchItemFailures: ids.map((id) => ({ itemIdentifier: id })) });

  it.each([null, {}, { batchItemFailures: null }, { batchItemFailures: [] }])('is not needed after %j', (answer) => {
    expect(first(returned(answer))).toBeUndefined();
  });
  it('begins at the first record that the function names', () => {
    expect(first(failures('9', '8'))).toBe(1);
  });
  it('begins at the first record of the batch when the function failed, or names an unknown record', () => {
    expect(first(thrown)).toBe(0);
    for (const odd of [failures('8', 'unknown'), failures(null), failures(''), returned('fine'), returned(7)]) {
      expect(first(odd)).toBe(0);
    }
  });
});

/** Runs a function on a stream and remembers what it was given. */
class Bench {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'satchel-stream-'));
  readonly seen: string[][] = [];
  readonly records: DynamoDBRecord[] = [];
  readonly errors: string[] = [];
  readonly pulse = createPulse();
  handle: (numbers: string[]) => InvocationOutcome | Promise<InvocationOutcome> = () => returned(null);
  readonly #sources: StreamSource[] = [];

  start(
    calls: StreamCalls,
    findStream: () => Promise<string | undefined> = async () => 'arn',
    startsAt: 'oldest' | 'latest' = 'oldest',
  ): StreamSource {
    const source = startStreamSource({
      calls,
      findStream,
      pulse: this.pulse,
      functionId: 'worker',
      batchSize: 4,
      maxAttempts: 2,
      newEntities: ['user', 'journal'],
      changedEntities: ['card'],
      startsAt,
      checkpointFile: path.join(this.folder, 'checkpoint.json'),
      pool: {
        invoke: async (_id, event) => {
          const keys = (event as DynamoDBStreamEvent).Records.map(
            ({ dynamodb }) => dynamodb?.NewImage?.['pk']?.S ?? '',
          );
          this.seen.push(keys);
          this.records.push(...(event as DynamoDBStreamEvent).Records);
          return this.handle((event as DynamoDBStreamEvent).Records.map((each) => each.dynamodb?.SequenceNumber ?? ''));
        },
      },
      onError: (line) => this.errors.push(line),
    });
    this.#sources.push(source);
    return source;
  }

  end(): void {
    for (const source of this.#sources) source.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

let bench: Bench;
beforeEach(() => (bench = new Bench()));
afterEach(() => bench.end());
const untilSeen = (...keys: string[]) =>
  eventually(async () => expect(bench.seen.flat().slice(-keys.length)).toEqual(keys));

describe.each(enginesHere())('the stream of $name', (engine) => {
  let running: RunningEngine;
  let client: DynamoDBClient;
  let endpoint: string;
  beforeAll(async () => {
    running = await sharedEngine(engine);
    client = running.client();
    const { hostname, port } = (await client.config.endpoint?.()) ?? { hostname: '', port: 0 };
    endpoint = `http://${hostname}:${String(port)}`;
  });

  const put = async (table: string, pk: string, entity = 'user') => {
    await client.send(
      new PutItemCommand({ TableName: table, Item: { pk: { S: pk }, sk: { S: 's' }, entity: { S: entity } } }),
    );
    bench.pulse.beat();
  };
  const streamOf = (table: string) => async () =>
    (await client.send(new DescribeTableCommand({ TableName: table }))).Table?.LatestStreamArn;

  it('wakes the function with new items of the kinds that it waits for, in their order and in the shape of Lambda', async () => {
    const table = await running.newTable({ hasStream: true });
    await put(table, 'before');
    bench.start(createStreamCalls(endpoint), streamOf(table));
    await untilSeen('before');
    await put(table, 'own', 'platformFigures');
    await put(table, 'before', 'user');
    const items = ['a', 'b'].map((pk) => ({ pk: { S: pk }, sk: { S: 's' }, entity: { S: 'journal' } }));
    await client.send(
      new TransactWriteItemsCommand({ TransactItems: items.map((Item) => ({ Put: { TableName: table, Item } })) }),
    );
    for (const pk of ['c', 'd', 'e']) await put(table, pk);
    await untilSeen('c', 'd', 'e');
    expect(bench.seen.flat().toSorted()).toEqual(['a', 'b', 'before', 'c', 'd', 'e']);
    expect(Math.max(...bench.seen.map((batch) => batch.length))).toBeLessThanOrEqual(4);
  });

  it('calls the function with changes of its kinds, with the images from before', async () => {
    const table = await running.newTable({ hasStream: true });
    bench.start(createStreamCalls(endpoint), streamOf(table));
    await put(table, 'new', 'card');
    await put(table, 'other', 'wallet');
    await put(table, 'other', 'wallet');
    const item = { pk: { S: 'new' }, sk: { S: 's' }, entity: { S: 'card' }, version: { N: '2' } };
    await client.send(new PutItemCommand({ TableName: table, Item: item }));
    await untilSeen('new');
    expect(bench.seen.flat()).toEqual(['new']);
    expect(bench.records).toMatchObject([
      { eventName: 'MODIFY', dynamodb: { NewImage: item, OldImage: { entity: { S: 'card' } } } },
    ]);
    expect(bench.records[0]?.dynamodb?.OldImage).not.toHaveProperty('version');
  });

  it('begins with new changes when existing ones are not wanted', async () => {
    const table = await running.newTable({ hasStream: true });
    for (const pk of ['old-1', 'old-2']) await put(table, pk);
    const first = bench.start(createStreamCalls(endpoint), streamOf(table), 'latest');
    await eventually(async () => expect(existsSync(path.join(bench.folder, 'checkpoint.json'))).toBe(true));
    first.stop();
    for (const pk of ['a', 'b']) await put(table, pk);
    bench.start(createStreamCalls(endpoint), streamOf(table), 'latest');
    await untilSeen('a', 'b');
    expect(bench.seen.flat()).toEqual(['a', 'b']);
  });

  it('misses no change of a table that was empty when it began', async () => {
    const table = await running.newTable({ hasStream: true });
    bench.start(createStreamCalls(endpoint), streamOf(table), 'latest').stop();
    await eventually(async () => expect(existsSync(path.join(bench.folder, 'checkpoint.json'))).toBe(true));
    await put(table, 'a');
    bench.start(createStreamCalls(endpoint), streamOf(table), 'latest');
    await untilSeen('a');
  });

  it('continues at its position after it was stopped', async () => {
    const table = await running.newTable({ hasStream: true });
    const first = bench.start(createStreamCalls(endpoint), streamOf(table));
    for (const pk of ['a', 'b', 'c']) await put(table, pk);
    await untilSeen('c');
    const last = bench.records.at(-1)?.dynamodb?.SequenceNumber ?? '';
    await eventually(async () =>
      expect(readFileSync(path.join(bench.folder, 'checkpoint.json'), 'utf8')).toContain(`"${last}"`),
    );
    first.stop();
    for (const pk of ['d', 'e']) await put(table, pk);
    bench.start(createStreamCalls(endpoint), streamOf(table));
    await untilSeen('d', 'e');
    expect(bench.seen.flat()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});

/** A stream of two shards, the second the child of the first, that refuses on request. */
function scripted(shards: Record<string, readonly DynamoDBRecord[]>): StreamCalls & { refuse: Error | undefined } {
  const calls = {
    refuse: undefined as Error | undefined,
    listShards: async () =>
      Object.keys(shards).map((ShardId, index, all) => {
        const parent = all[index - 1];
        return { ShardId, ...(parent !== undefined && { ParentShardId: parent }) };
      }),
    openShard: async ({ shardId, after }: { shardId: string; after: string | undefined }) => {
      const { refuse } = calls;
      calls.refuse = undefined;
      if (refuse) throw refuse;
      const from = (shards[shardId] ?? []).findIndex((record) => record.dynamodb?.SequenceNumber === after) + 1;
      return `${shardId}:${from}`;
    },
    read: async (iterator: string) => {
      const [shardId = '', from = '0'] = iterator.split(':');
      const records = (shards[shardId] ?? []).slice(Number(from));
      const isLast = Object.keys(shards).at(-1) === shardId;
      return { records, next: isLast ? `${shardId}:${Number(from) + records.length}` : undefined };
    },
  };
  return calls;
}

describe('the stream event source', () => {
  const many = ['1', '2', '3', '4', '5', '6'].map((number) => numbered(number));

  it('reads a shard to its end before those that follow it', async () => {
    bench.start(scripted({ one: many.slice(0, 3), two: many.slice(3) }));
    await untilSeen('p-1', 'p-2', 'p-3', 'p-4', 'p-5', 'p-6');
  });

  it('gives up on one record after its attempts, and on no other', async () => {
    const done: string[] = [];
    bench.handle = (numbers) => {
      if (numbers.includes('3')) return thrown;
      done.push(...numbers);
      return returned(null);
    };
    bench.start(scripted({ one: many }));
    await eventually(async () => expect(done.toSorted()).toEqual(['1', '2', '4', '5', '6']));
    expect(bench.errors).toEqual(['worker: given up on record 3 of the stream']);
  });

  it('continues from the first record that the function gave back', async () => {
    let times = 0;
    bench.handle = (numbers) =>
      numbers.includes('3') && (times += 1) === 1
        ? returned({ batchItemFailures: [{ itemIdentifier: '3' }] })
        : returned(null);
    bench.start(scripted({ one: many }));
    await untilSeen('p-1', 'p-2', 'p-3', 'p-4', 'p-3', 'p-4', 'p-5', 'p-6');
  });

  it('repeats a batch that was still running when it stopped', async () => {
    bench.handle = () => new Promise(() => undefined);
    const first = bench.start(scripted({ one: many }));
    await eventually(async () => expect(bench.seen).toHaveLength(1));
    first.stop();
    bench.handle = () => returned(null);
    bench.seen.length = 0;
    bench.start(scripted({ one: many }));
    await untilSeen('p-1', 'p-2', 'p-3', 'p-4', 'p-5', 'p-6');
  });

  it('begins again on another stream, and with a checkpoint that is damaged', async () => {
    const file = path.join(bench.folder, 'checkpoint.json');
    writeFileSync(file, JSON.stringify({ streamArn: 'another', shards: { one: '6' }, finished: ['one'] }));
    const first = bench.start(scripted({ one: many }));
    await untilSeen('p-5', 'p-6');
    first.stop();
    writeFileSync(file, '{"streamArn": "arn", "sha');
    bench.seen.length = 0;
    bench.start(scripted({ one: many }));
    await untilSeen('p-5', 'p-6');
    expect(bench.seen.flat()).toHaveLength(6);
  });

  it('continues with the oldest record when the stream has trimmed its place', async () => {
    const calls = scripted({ one: many });
    calls.refuse = new StreamError('TrimmedDataAccessException', 'gone');
    bench.start(calls);
    await untilSeen('p-5', 'p-6');
    expect(bench.errors).toHaveLength(1);
  });

  it('reads at once when a function has written, and seldom while none does', async () => {
    const records = many.slice(0, 1);
    const calls = scripted({ one: records });
    let reads = 0;
    bench.start({
      ...calls,
      read: async (iterator) => {
        reads += 1;
        return calls.read(iterator);
      },
    });
    await untilSeen('p-1');
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    const idle = reads;
    expect(idle).toBeLessThanOrEqual(3);
    records.push(numbered('2'));
    bench.pulse.beat();
    await untilSeen('p-2');
    expect(reads).toBeGreaterThan(idle);
  });

  it('reads within seconds what was written past the gateway', async () => {
    const records = many.slice(0, 1);
    bench.start(scripted({ one: records }));
    await untilSeen('p-1');
    records.push(numbered('2'));
    await untilSeen('p-2');
  });

  it('waits for an engine that is away', async () => {
    let away = 4;
    bench.start(scripted({ one: many }), async () => {
      if ((away -= 1) > 0) throw new Error('ECONNREFUSED');
      return 'arn';
    });
    await untilSeen('p-5', 'p-6');
    expect(bench.errors).toEqual([]);
  });
});
