import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as fc from 'fast-check';
import { beforeAll, describe, it } from 'vitest';
import { createDocumentClient, createDynamoStore } from '#functions/adapters/dynamo/store.ts';
import { countChanges } from '#functions/domain/statistics/count-changes.ts';
import { expectStatisticsOfJournal } from '#test/support/statistics-invariants.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { expectStatementsTie } from '#test/support/statement-invariants.ts';
import { enginesHere, engineStartMs, sharedEngine, type RunningEngine } from '#test/support/dynamo-engines.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { SimulatedTable } from '#test/simulation/engine/simulated-table.ts';
import { entitiesIn, simulatedStore } from '#test/support/simulated-store.ts';
import { changesIn } from '#test/support/table-changes.ts';
import { wholeTable } from '#test/support/whole-table.ts';
import { moneyCommands, stageFor, type MoneyStage } from './money-commands.ts';

/*
 * Goal: at every action of people, the issuer and the payment provider, in any order, the balances are those of a model
 * of 40 lines, the books are sound, statements tie to them, and the statistics agree with them. Method: random commands through the real
 * endpoints; a failure prints its seed, its path and the shortest list of commands that shows it.
 */
async function expectModelHolds(
  open: () => Promise<MoneyStage>,
  given: { readonly runs: number; readonly commands: number },
): Promise<void> {
  const commands = fc.commands(moneyCommands, { maxCommands: given.commands, size: 'max' });
  const property = fc.asyncProperty(commands, async (list) => {
    const stage = await open();
    await fc.asyncModelRun(() => ({ model: stage.models, real: stage }), list);
    expectSoundBooks({ store: await stage.books() });
    await expectStatementsTie(stage.world.services.store, await stage.books());
    // The stream brings all of it in the end, and some of it twice.
    const changes = changesIn(await stage.books());
    await countChanges(stage.world.services, changes.slice(changes.length / 2));
    await countChanges(stage.world.services, changes);
    expectStatisticsOfJournal({ store: await stage.books() });
  });
  // No time limit: a machine that is busy enough would end it before the first run, which fails.
  await fc.assert(property, { numRuns: given.runs });
}

describe('balances are those of the model, and the books are sound,', () => {
  it('in memory', async () => {
    const open = async (): Promise<MoneyStage> => {
      const world = moneyWorld();
      return stageFor(world, async () => world.store);
    };
    await expectModelHolds(open, { runs: 60, commands: 40 });
  });

  it('with the real adapter over a simulated table', async () => {
    const open = async (): Promise<MoneyStage> => {
      const table = new SimulatedTable();
      const world = moneyWorld({ store: (clock) => simulatedStore(table, clock) });
      return stageFor(world, async () => ({ all: (kind) => entitiesIn(table, kind) }));
    };
    await expectModelHolds(open, { runs: 20, commands: 40 });
  });

  // An engine takes twenty times as long; table-differential.test.ts holds the simulated table to what it does.
  describe('on a real engine', () => {
    let engine: RunningEngine;
    let client: DynamoDBDocumentClient;
    beforeAll(async () => {
      const [first] = enginesHere();
      if (!first) throw new Error('no engine runs here');
      engine = await sharedEngine(first);
      client = createDocumentClient(engine.client());
    }, engineStartMs);

    it('over whole transactions', async () => {
      const open = async (): Promise<MoneyStage> => {
        const table = await engine.newTable();
        const world = moneyWorld({ store: (clock) => createDynamoStore(client, table, clock) });
        return stageFor(world, () => wholeTable(client, table));
      };
      await expectModelHolds(open, { runs: 3, commands: 25 });
    });
  });
});
