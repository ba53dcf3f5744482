import { createDocumentClient } from '#functions/adapters/dynamo/document-client.ts';
import { enginesHere, startEngine } from '#test/support/dynamo-engines.ts';
import { seededChoices } from '#test/simulation/choices.ts';
import { findDifference } from '#test/simulation/engine/table-differential.ts';
import { drawSeed, seedMax } from './check/draw-seed.ts';
import { withDefault } from './command-line/arguments.ts';
import { recordFigure, recordOption } from './command-line/figures.ts';
import { wholeNumber } from './command-line/kinds.ts';
import { runCommand } from './command-line/run-command.ts';

/**
 * Holds the simulated table to the real engines: `node bin/prove-engine.ts --operations 50000 [--from 1]` does the same
 * random operations on both, in sequences of 100 on a fresh table each.
 */
const perTable = 100;

await runCommand(
  import.meta,
  {
    summary: 'Holds the simulated table to the real engines by random operations.',
    options: {
      operations: withDefault(wholeNumber({ min: 1 }), 50_000, 'how many'),
      from: withDefault(wholeNumber({ max: seedMax }), drawSeed(), 'first seed'),
      record: recordOption,
    },
  },
  async ({ operations, from, record }) => {
    const results: string[] = [];
    for (const engine of enginesHere()) {
      const running = await startEngine(engine);
      try {
        const client = createDocumentClient(running.client());
        const last = from + Math.ceil(operations / perTable);
        for (let seed = from; seed < last; seed += 1) {
          const difference = await findDifference(client, await running.newTable(), seededChoices(seed), perTable);
          if (difference === undefined) continue;
          console.error(`${engine.name}, seed ${seed}: ${difference}`);
          results.push(`${engine.name}: differs at seed ${seed}`);
          process.exitCode = 1;
          break;
        }
        if (process.exitCode === 1) continue;
        results.push(`${engine.name}: ${operations} operations, no difference`);
        console.log(results.at(-1));
      } finally {
        await running.stop();
      }
    }
    if (record) recordFigure('Simulated table against the engines', results.join('; '));
  },
);
