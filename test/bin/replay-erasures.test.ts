import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, ScanCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBridgecardIssuer } from '#functions/adapters/issuer/bridgecard/create-bridgecard-issuer.ts';
import { createDocumentClient } from '#functions/adapters/dynamo/document-client.ts';
import { createDynamoStore } from '#functions/adapters/dynamo/store.ts';
import { closeAccount } from '#functions/domain/closing/close-account.ts';
import { eraseAccount } from '#functions/domain/closing/erase-account.ts';
import { eraseDueAccounts } from '#functions/domain/closing/erase-due-accounts.ts';
import type { CardIssuer } from '#functions/ports/card-issuer.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import { insert, update } from '#functions/ports/store.ts';
import { startIssuerSimulator, type IssuerSimulator } from '#infra/local/simulators/issuer/start-issuer-simulator.ts';
import { provisionTable } from '#infra/local/supervisor/provision.ts';
import { erasuresTable, firstTable } from '#infra/local/supervisor/stack-settings.ts';
import { cents } from '#shared/money.ts';
import { enginesHere, startEngine, type RunningEngine } from '#test/support/dynamo-engines.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { samples } from '#test/support/sample-entities.ts';
import { sessionSecret } from '#test/support/test-keys.ts';

const region = 'us-east-1';
const tables = [firstTable, erasuresTable] as const;
const command = path.resolve(import.meta.dirname, '../../bin/replay-erasures.ts');

describe.each(enginesHere())('bin/replay-erasures.ts as a process, on $name', (engine) => {
  let running: RunningEngine;
  let client: DynamoDBDocumentClient;
  let world: MoneyWorld;
  let user: User;

  beforeAll(async () => {
    running = await startEngine(engine);
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    client = createDocumentClient(new DynamoDBClient({ endpoint: running.endpoint, region, credentials }));
    for (const table of tables) await provisionTable(running.endpoint, region, table, { hasStream: false });
    writeFileSync(path.join(running.directory, 'services.json'), JSON.stringify({ dynamodb: running.endpoint }));
    writeFileSync(path.join(running.directory, 'secrets.json'), JSON.stringify({ session: sessionSecret }));
    world = moneyWorld({ store: (clock) => createDynamoStore(client, tables[0], clock, tables[1]) });
    user = await world.cardholder(1_234, {
      email: 'Zeb.Quill@example.com',
      firstname: 'Zebulon',
      lastname: 'Quillfeather',
    });
  });
  afterAll(() => running.stop());

  /** The issuer's simulator, over the adapter of production. */
  const startIssuer = async (): Promise<{ readonly issuer: CardIssuer; readonly simulator: IssuerSimulator }> => {
    const keys = { accessToken: 'at_test_erasure', secretKey: 'sk_test_erasure', webhookSecret: 'whs_erasure' };
    const simulator = await startIssuerSimulator({ port: 0, ...keys, readLimitSeconds: 0 });
    const base = '/v1/issuing/sandbox';
    const issuer = createBridgecardIssuer({
      baseUrl: simulator.url + base,
      revealBaseUrl: `${simulator.url}/relay${base}`,
      ...keys,
      holderIdentity: 'none',
      program: {
        phone: '+12025550100',
        address: {
          street: 'Example Road',
          houseNumber: '1',
          city: 'Ikeja',
          state: 'Lagos',
          country: 'Nigeria',
          postalCode: '100271',
        },
      },
      clock: world.clock,
    });
    return { issuer, simulator };
  };

  const itemsOf = async (table: string) => (await client.send(new ScanCommand({ TableName: table }))).Items ?? [];
  /** Makes the table what the backup is, as a restore does. */
  const restore = async (backup: Awaited<ReturnType<typeof itemsOf>>): Promise<void> => {
    const removed = (await itemsOf('satchel')).map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
    const put = backup.map((item) => ({ PutRequest: { Item: item } }));
    for (const requests of [removed, put])
      for (let from = 0; from < requests.length; from += 25)
        await client.send(new BatchWriteCommand({ RequestItems: { satchel: requests.slice(from, from + 25) } }));
  };
  const textOf = async (): Promise<string> => JSON.stringify(await itemsOf('satchel')).toLowerCase();
  /**
   * Expects none of the person's words. They are too long to occur by chance in the random ids and hashes of the items.
   */
  const expectNothingOfUser = async (): Promise<void> => {
    const text = await textOf();
    for (const word of ['zebulon', 'quillfeather', 'zeb.quill']) expect(text).not.toContain(word);
  };
  const replay = () => promisify(execFile)(process.execPath, [command, path.join(running.directory, 'services.json')]);

  it('erases everybody again whom the backup brought back, by the list of erasures', async () => {
    const backup = await itemsOf('satchel');
    await closeAccount(world.services, { userId: user.userId, waiveCents: cents(1_234) });
    world.clock.advance(30 * 24 * 60 * 60_000);
    await eraseAccount(world.services, user.userId);
    await expectNothingOfUser();
    expect(await itemsOf(erasuresTable)).toMatchObject([{ userId: user.userId }]);

    await restore(backup);
    expect(await textOf()).toContain('zebulon');
    expect((await replay()).stdout).toBe('1 erasures listed, 1 accounts erased again\n');
    await expectNothingOfUser();
    expect(await world.store.get('wallet', user)).toMatchObject({ availableCents: 0, unclaimedCents: 1_234 });
    expect(await itemsOf(erasuresTable)).toHaveLength(1);
  });

  it('has the issuer delete the cardholder, also one whom the backup brought back', async () => {
    const { issuer, simulator } = await startIssuer();
    // The command of the test before worked by the real time, which may be later than the world's.
    world.clock.advance(Math.max(0, Date.now() - world.clock.now()));
    try {
      const services = { ...world.services, issuer };
      const zoe = await world.cardholder(0);
      const { userId } = zoe;
      const registered = await issuer.registerCardholder({ ...zoe, firstname: 'Zoe', lastname: 'Quay' });
      if (registered.outcome !== 'success') throw new Error(registered.outcome);
      const { holderId } = registered.value;
      await world.store.commit([update('user', zoe, { holderId })]);
      const isThere = async () => (await issuer.readCardholder(holderId)) as { readonly value?: unknown };
      const closing = () => world.store.get('closing', { userId });
      const backup = await itemsOf('satchel');
      await closeAccount(services, { userId, waiveCents: undefined });
      world.clock.advance(30 * 24 * 60 * 60_000);

      // The deletion happens, and its answer is lost: for this person, and for the one of the test before.
      const fault = { path: 'delete_cardholder', mode: 'status_after', status: 500, times: 2 };
      await fetch(`${simulator.url}/sandbox/faults`, { method: 'POST', body: JSON.stringify(fault) });
      await eraseDueAccounts(services);
      expect((await isThere()).value).toBeUndefined();
      expect((await closing())?.holder).toMatchObject({ attempts: 1, dueAtMs: world.clock.now() + 60 * 60_000 });
      world.clock.advance(60 * 60_000);
      await eraseDueAccounts(services);
      expect((await closing())?.holder).toEqual({ attempts: 2, refusals: 0 });
      expect((await closing())?.dueAtMs).toBeUndefined();

      await restore(backup);
      // This person, and the one of the test before, whose deletion is still due in the backup.
      expect((await replay()).stdout).toBe('2 erasures listed, 2 accounts erased again\n');
      expect((await closing())?.holder).toMatchObject({ attempts: 0, dueAtMs: expect.any(Number) });
      world.clock.advance(Math.max(0, Date.now() - world.clock.now()));
      await eraseDueAccounts(services);
      expect((await closing())?.holder).toEqual({ attempts: 1, refusals: 0 });
    } finally {
      await simulator.close();
    }
  });

  it('names whom it could not erase, and ends with 1 after everybody else', async () => {
    const backup = await itemsOf('satchel');
    // An account that was not erased yet, and lost its version.
    const damaged = backup
      .filter(({ pk }) => pk === `USER#${user.userId}`)
      .map(({ version, erasedAtMs: _at, ...item }) => (item['sk'] === 'PROFILE' ? item : { ...item, version }));
    await restore([...backup.filter(({ pk }) => pk !== `USER#${user.userId}`), ...damaged]);
    const failed = await replay().catch(
      (thrown: unknown) => thrown as { code: number; stdout: string; stderr: string },
    );
    expect(failed).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^\d+ erasures listed, \d+ accounts erased/),
    });
    expect(failed.stderr).toContain(`1 accounts were not erased; run this again:\n  ${user.userId}: `);
    await restore(backup);
  });

  it('leaves both tables as they are when one of the two writes conflicts', async () => {
    const other = await world.cardholder(0);
    const listed = insert('erasure', { ...samples.erasure, userId: other.userId });
    const stale = update('user', { ...other, version: 7 }, { firstname: '' });
    await expect(world.store.commit([listed, stale])).rejects.toThrow('user stale');
    expect(await world.store.get('erasure', other)).toBeUndefined();
    const fresh = update('user', other, { lastname: '' });
    await world.store.commit([listed, fresh]);
    await expect(world.store.commit([listed, update('user', { ...other, version: 2 }, {})])).rejects.toThrow(
      'erasure exists',
    );
    expect(await world.store.get('user', other)).toMatchObject({ version: 2, firstname: 'Pat', lastname: '' });
  });
});
