import { parseArgs } from 'node:util';

import { createDocumentClient } from '#functions/adapters/dynamo/store.ts';
import { enginesHere, startEngine } from '#test/support/dynamo-engines.ts';
import { seededChoices } from '#test/simulation/choices.ts';
import { findDifference } from '#test/simulation/engine/table-differential.ts';

/**
 * Holds the simulated table to the real engines: `node bin/prove-engine.ts --operations 50000 [--from 1]` does the same
 * random operations on both, in sequences of 100 on a fresh table each.
 */
const { values } = parseArgs({
  options: { operations: { type: 'string', default: '50000' }, from: { type: 'string', default: '1' } },
});
const perTable = 100;
for (const engine of enginesHere()) {
  const running = await startEngine(engine);
  try {
    const client = createDocumentClient(running.client());
    const last = Number(values.from) + Math.ceil(Number(values.operations) / perTable);
    for (let seed = Number(values.from); seed < last; seed += 1) {
      const difference = await findDifference(client, await running.newTable(), seededChoices(seed), perTable);
      if (difference === undefined) continue;
      console.error(`${engine.name}, seed ${seed}: ${difference}`);
      process.exitCode = 1;
      break;
    }
    if (process.exitCode !== 1) console.log(`${engine.name}: ${values.operations} operations, no difference`);
  } finally {
    await running.stop();
  }
}
