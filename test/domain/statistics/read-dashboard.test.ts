import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDocumentClient } from '#functions/adapters/dynamo/document-client.ts';
import { createDynamoStore } from '#functions/adapters/dynamo/store.ts';
import { countChanges } from '#functions/domain/statistics/count-changes.ts';
import { readDashboard } from '#functions/domain/statistics/read-dashboard.ts';
import { readUserStatistics } from '#functions/domain/statistics/read-user-statistics.ts';
import { enginesHere, sharedEngine, type RunningEngine } from '#test/support/dynamo-engines.ts';
import { expectStatisticsOfJournal } from '#test/support/statistics-invariants.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { changesIn } from '#test/support/table-changes.ts';
import { wholeTable } from '#test/support/whole-table.ts';

describe('the statistics on a real engine', () => {
  let engine: RunningEngine;
  let client: DynamoDBDocumentClient;
  let sent: string[] = [];
  beforeAll(async () => {
    const [first] = enginesHere();
    if (!first) throw new Error('no engine runs here');
    engine = await sharedEngine(first);
    const raw = engine.client();
    raw.middlewareStack.add(
      (next, context) => (args) => {
        sent.push(String((context as { readonly commandName?: string }).commandName));
        return next(args);
      },
      { step: 'initialize' },
    );
    client = createDocumentClient(raw);
  });

  it('are read with the same few calls, however many people there are, and none of them scans', async () => {
    const table = await engine.newTable();
    const world = moneyWorld({ store: (clock) => createDynamoStore(client, table, clock) });
    const rich = await world.cardholder(900_000);
    const callsOf = async (read: () => Promise<unknown>): Promise<string[]> => {
      sent = [];
      await read();
      return sent.toSorted();
    };
    const calls = async (): Promise<unknown> => {
      await countChanges(world.services, changesIn(await wholeTable(client, table)));
      return {
        dashboard: await callsOf(() => readDashboard(world.services)),
        person: await callsOf(() => readUserStatistics(world.services, rich.userId)),
      };
    };
    const few = await calls();
    await Promise.all(Array.from({ length: 100 }, (_, each) => world.cardholder(500 + each)));
    const many = await calls();
    expect((await readDashboard(world.services)).totalUsers).toBe(101);
    expectStatisticsOfJournal({ store: await wholeTable(client, table) });
    expect(many).toEqual(few);
    const names = (count: number, name: string): string[] => Array.from({ length: count }, () => `${name}Command`);
    expect(many).toEqual({
      // Counts and the leaders' addresses; the leaders; the four shards of the newest activity lines.
      dashboard: [...names(2, 'BatchGetItem'), ...names(1, 'GetItem'), ...names(4, 'Query')],
      person: [...names(2, 'BatchGetItem'), ...names(1, 'Query')],
    });
  });
});
