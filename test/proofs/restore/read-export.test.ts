import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDocumentClient } from '#functions/adapters/dynamo/document-client.ts';
import { createDynamoStore } from '#functions/adapters/dynamo/store.ts';
import { insert } from '#functions/ports/store.ts';
import { enginesHere, sharedEngine, type RunningEngine } from '#test/support/dynamo-engines.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { samples } from '#test/support/sample-entities.ts';
import { exportTable } from './export-table.ts';
import { importTable } from './import-table.ts';
import { readExport } from './read-export.ts';
import { fingerprintOf, fingerprintOfTable } from './table-fingerprint.ts';

const kinds = ['user', 'wallet', 'card', 'deposit', 'cardCodes', 'cardCodesKey'] as const;

let running: RunningEngine;
let client: DynamoDBClient;
let table: string;
let folder: string;
beforeAll(async () => {
  const [engine] = enginesHere();
  if (!engine) throw new Error('there is no engine');
  running = await sharedEngine(engine);
  client = running.client();
  table = await running.newTable();
  const store = createDynamoStore(createDocumentClient(client), table, manualClock());
  for (const kind of kinds) await store.commit([insert(kind, samples[kind])]);
});
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'satchel-export-'));
  await exportTable(client, table, folder);
  return () => rmSync(folder, { recursive: true, force: true });
});

const change = (name: string, edit: (content: Buffer) => Buffer | string): void => {
  const file = path.join(folder, name);
  writeFileSync(file, edit(readFileSync(file)));
};

describe('an export', () => {
  it('has DynamoDB’s layout: compressed lines of its JSON beside two manifests', () => {
    expect(readdirSync(folder).toSorted()).toEqual([
      'data',
      'manifest-files.json',
      'manifest-files.md5',
      'manifest-summary.json',
      'manifest-summary.md5',
    ]);
    const [line = ''] = gunzipSync(readFileSync(path.join(folder, 'data/0000.json.gz')))
      .toString('utf8')
      .split('\n');
    expect(JSON.parse(line)).toMatchObject({
      Item: { pk: { S: expect.any(String) }, seal: { S: expect.any(String) } },
    });
  });

  it('is imported as the same table, without the keys of one-time codes', async () => {
    const target = await running.newTable();
    expect(await importTable(client, target, readExport(folder))).toBe(kinds.length - 1);
    const restored = await fingerprintOfTable(client, target);
    const whole = [...readExport(folder)];
    expect(restored).toEqual(fingerprintOf(whole.filter((item) => item['entity']?.S !== 'cardCodesKey')));
    expect(restored.broken).toEqual([]);
    expect(fingerprintOf(whole).sha256).not.toBe(restored.sha256);
  });

  it.each([
    ['a file that was changed', 'data/0000.json.gz', (content: Buffer) => content.fill(7, 12, 13)],
    ['a list of files that was changed', 'manifest-files.json', (content: Buffer) => `${content.toString()}\n`],
    ['a summary that was changed', 'manifest-summary.json', (content: Buffer) => content.toString().replace('6', '5')],
  ])('with %s is refused', (_, name, edit) => {
    change(name, edit);
    expect(() => [...readExport(folder)]).toThrow(`${name} is not as it was written`);
  });

  it('that lacks a file is refused', () => {
    rmSync(path.join(folder, 'data/0000.json.gz'));
    expect(() => [...readExport(folder)]).toThrow('data/0000.json.gz is missing');
  });
});

it('a fingerprint names an item that was changed without the store', async () => {
  const target = await running.newTable();
  await importTable(client, target, readExport(folder));
  const before = await fingerprintOfTable(client, target);
  const documents = createDocumentClient(client);
  const store = createDynamoStore(documents, target, manualClock());
  const wallet = await store.get('wallet', samples.wallet);
  expect(wallet).toEqual(samples.wallet);
  const [item] = [...readExport(folder)].filter((each) => each['entity']?.S === 'wallet');
  const [pk, sk, seal] = ['pk', 'sk', 'seal'].map((name) => item?.[name]?.S);
  await documents.send(
    new PutCommand({ TableName: target, Item: { ...wallet, availableCents: 1, pk, sk, seal, entity: 'wallet' } }),
  );
  const after = await fingerprintOfTable(client, target);
  expect(after).toMatchObject({ items: before.items, broken: [`${pk} ${sk}`] });
  expect(after.sha256).not.toBe(before.sha256);
});
