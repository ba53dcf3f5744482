import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { createDocumentClient } from '#functions/adapters/dynamo/document-client.ts';
import { createDynamoStore } from '#functions/adapters/dynamo/store.ts';
import { findDynamodbEngine } from '#infra/local/supervisor/dynamodb-engine.ts';
import { provisionTable } from '#infra/local/supervisor/provision.ts';
import { chainsOf } from '../../bin/verify-chains.ts';
import type { PageQuery } from '#functions/ports/store.ts';
import { authWorld } from '#test/support/auth-world.ts';
import { startEngine } from '#test/support/dynamo-engines.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { sessionSecret } from '#test/support/test-keys.ts';

describe('bin/verify-chains.ts', () => {
  it('verifies the accounts of one person, and passes nobody for sound whom the table does not know', async () => {
    const world = authWorld();
    const { userId } = await world.joined();
    const { store } = world.services;
    expect(await chainsOf(store, userId).next()).toMatchObject({ value: { ownerId: userId, broken: undefined } });
    const lost = 'usr_01JD0000000000000000000000';
    await expect(chainsOf(store, lost).next()).rejects.toThrow(`${lost} has no account in this table.`);
  });

  it('verifies the accounts of everybody, also of those on later pages of the list', async () => {
    const world = authWorld();
    const people = [await world.joined(), await world.joined({ email: 'second@example.com' })];
    const { store } = world.services;
    const short = { ...store, listUsers: (page: PageQuery) => store.listUsers({ ...page, limit: 1 }) };
    const owners = new Set<string>();
    for await (const { ownerId } of chainsOf(short, undefined)) owners.add(ownerId);
    for (const { userId } of people) expect(owners).toContain(userId);
  });
});

it('bin/verify-chains.ts as a process ends with 0 while all chains are whole, and with 1 once an entry was edited', async () => {
  const engine = await startEngine(findDynamodbEngine(undefined));
  try {
    const { endpoint, directory } = engine;
    const [region, TableName] = ['us-east-1', 'satchel'];
    await provisionTable(endpoint, region, TableName, { hasStream: false });
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const client = createDocumentClient(new DynamoDBClient({ endpoint, region, credentials }));
    const services = path.join(directory, 'services.json');
    writeFileSync(services, JSON.stringify({ dynamodb: endpoint }));
    writeFileSync(path.join(directory, 'secrets.json'), JSON.stringify({ session: sessionSecret }));
    const world = moneyWorld({ store: (clock) => createDynamoStore(client, TableName, clock) });
    const { userId } = await world.cardholder(1_234);
    const run = () =>
      new Promise((resolve) => {
        const command = path.resolve(import.meta.dirname, '../../bin/verify-chains.ts');
        execFile(process.execPath, [command, services], (error, stdout) => {
          resolve({ code: error === null ? 0 : error.code, stdout });
        });
      });
    expect(await run()).toMatchObject({ code: 0, stdout: expect.stringMatching(/, 0 chains broken\n$/) as string });
    const { Items: items = [] } = await client.send(new ScanCommand({ TableName }));
    const entry = items.find(({ entity, ownerId }) => entity === 'entry' && ownerId === userId);
    await client.send(new PutCommand({ TableName, Item: { ...entry, deltas: { available: 9_999 } } }));
    expect(await run()).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        new RegExp(`^${userId}: entry 1 is broken: .*\\n.*, 1 chains broken\\n$`),
      ) as string,
    });
  } finally {
    await engine.stop();
  }
});
