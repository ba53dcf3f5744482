import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as fc from 'fast-check';
import { beforeAll, describe, it } from 'vitest';
import { createDocumentClient } from '#functions/adapters/dynamo/document-client.ts';
import { createDynamoStore } from '#functions/adapters/dynamo/store.ts';
import { countChanges } from '#functions/domain/statistics/count-changes.ts';
import { expectStatisticsOfJournal } from '#test/support/statistics-invariants.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { expectStatementsTie } from '#test/support/statement-invariants.ts';
import { enginesHere, sharedEngine, type RunningEngine } from '#test/support/dynamo-engines.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { SimulatedTable } from '#test/simulation/engine/simulated-table.ts';
import { entitiesIn, simulatedStore } from '#test/support/simulated-store.ts';
import { changesIn } from '#test/support/table-changes.ts';
import { wholeTable } from '#test/support/whole-table.ts';
import { moneyCommands, stageFor, type MoneyStage } from './money-commands.ts';

/*
 * Goal: after every action of people, the issuer and the payment provider, in any order, the balances are those of the
 * small model in ledger-model.ts. At the end the books are sound, and statements and statistics tie to them. Method:
 * random commands through the real endpoints. A failure prints its seed, its path and the shortest list of commands
 * that shows it.
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
    // The stream delivers all changes in the end, and some of them twice.
    const changes = changesIn(await stage.books());
    await countChanges(stage.world.services, changes.slice(changes.length / 2));
    await countChanges(stage.world.services, changes);
    expectStatisticsOfJournal({ store: await stage.books() });
  });
  // No time limit: on a busy machine it could end before the first run, which counts as a failure.
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

  // Few runs: an engine takes twenty times as long, and table-differential.test.ts compares the simulated table with
  // it.
  describe('on a real engine', () => {
    let engine: RunningEngine;
    let client: DynamoDBDocumentClient;
    beforeAll(async () => {
      const [first] = enginesHere();
      if (!first) throw new Error('no engine runs here');
      engine = await sharedEngine(first);
      client = createDocumentClient(engine.client());
    });

    it('with the real adapter', async () => {
      const open = async (): Promise<MoneyStage> => {
        const table = await engine.newTable();
        const world = moneyWorld({ store: (clock) => createDynamoStore(client, table, clock) });
        return stageFor(world, () => wholeTable(client, table));
      };
      await expectModelHolds(open, { runs: 3, commands: 25 });
    });
  });
});
