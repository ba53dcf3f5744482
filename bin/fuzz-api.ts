/**
 * Sends wrong requests, made from the contract, to every route of a running local stack: no 5xx, no change of state on
 * a refusal, every refusal in the one shape and naming the field.
 *
 *     node bin/fuzz-api.ts --requests 100000 [--seed 7] [.local/services.json]
 */
import { drawSeed } from './check/draw-seed.ts';
import { optional, withDefault } from './command-line/arguments.ts';
import { recordFigure, recordOption } from './command-line/figures.ts';
import { file, wholeNumber } from './command-line/kinds.ts';
import { runCommand } from './command-line/run-command.ts';
import { runFuzz } from '#test/proofs/fuzz/run-fuzz.ts';
import { readServices } from './operator/read-services.ts';
import type { StackAddresses } from '#infra/local/seed/open-account.ts';

await runCommand(
  import.meta,
  {
    summary: 'Sends wrong requests, made from the contract, to every route of a running local stack.',
    positionals: { services: withDefault(file, '.local/services.json', 'services.json of the stack') },
    options: {
      requests: withDefault(wholeNumber({ min: 1 }), 100_000, 'how many'),
      seed: optional(wholeNumber(), 'draws the same requests again'),
      record: recordOption,
    },
  },
  async ({ services, requests, seed = drawSeed(), record }) => {
    console.log(`${requests} wrong requests with seed ${seed}`);
    const begun = performance.now();
    const stack = readServices<StackAddresses & { readonly dynamodb: string }>(services);
    const { sent, statuses, faults } = await runFuzz(stack, services, {
      requests,
      seed,
      onProgress: (done, kinds) => console.log(`${done} …, ${kinds} kinds of faults`),
    });
    for (const fault of faults) console.log(fault);
    const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    const took = `${sent} requests in ${Math.round((performance.now() - begun) / 1000)} s`;
    console.log(`${took}; ${counts.join(', ')}`);
    console.log(`${faults.length} kinds of faults`);
    if (record) recordFigure('Wrong requests', `${took}: ${faults.length} kinds of faults`);
    process.exitCode = faults.length === 0 ? 0 : 1;
    process.exit();
  },
);
