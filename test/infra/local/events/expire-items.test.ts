import { PutItemCommand, ScanCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expireItems } from '#infra/local/events/expire-items.ts';
import { findDynamodbEngine } from '#infra/local/supervisor/dynamodb-engine.ts';
import { startEngine, type RunningEngine } from '#test/support/dynamo-engines.ts';

let engine: RunningEngine;
let client: DynamoDBClient;
let tableName: string;

beforeAll(async () => {
  engine = await startEngine(findDynamodbEngine(undefined));
  client = engine.client();
  tableName = await engine.newTable();
});
afterAll(() => engine.stop());

const nowMs = 1_800_000_000_000;

async function put(name: string, ttlAtSeconds: number): Promise<void> {
  const Item = { pk: { S: name }, sk: { S: 'ITEM' }, ttlAtSeconds: { N: String(ttlAtSeconds) } };
  await client.send(new PutItemCommand({ TableName: tableName, Item }));
}

async function names(): Promise<readonly string[]> {
  const { Items = [] } = await client.send(new ScanCommand({ TableName: tableName }));
  return Items.map(({ pk }) => pk?.S ?? '');
}

it('reads a part of the table in each run, continues there, and restarts after the end', async () => {
  for (let number = 0; number < 9; number += 1) await put(`old-${number}`, nowMs / 1000 - 1);
  await put('young', nowMs / 1000 + 1);
  const expire = expireItems(
    client,
    { tableName, keyNames: ['pk', 'sk'], ttlAttribute: 'ttlAtSeconds' },
    { pages: 2, itemsOfPage: 2 },
  );
  const first = await expire(nowMs);
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(5);
  let runs = 1;
  for (let deleted = first; deleted < 9; runs += 1) deleted += await expire(nowMs);
  expect(runs).toBeGreaterThan(1);
  expect(await names()).toEqual(['young']);
  await put('late', nowMs / 1000 - 1);
  expect((await expire(nowMs)) + (await expire(nowMs))).toBe(1);
  expect(await names()).toEqual(['young']);
});
