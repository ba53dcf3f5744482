/**
 * Sends wrong requests, made from the contract, to every route of a running local stack: no 5xx, no change of state on
 * a refusal, every refusal in the one shape and naming the field.
 *
 *     node bin/fuzz-api.ts --requests 100000 [--seed 7] [.local/services.json]
 */
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runFuzz } from './fuzz/run-fuzz.ts';
import type { StackAddresses } from './seed/open-account.ts';

const { values, positionals } = parseArgs({
  options: { requests: { type: 'string', default: '100000' }, seed: { type: 'string' } },
  allowPositionals: true,
});
const file = positionals[0] ?? '.local/services.json';
const requests = Number(values.requests);
const seed = values.seed === undefined ? randomInt(2 ** 31 - 1) : Number(values.seed);
if (!Number.isSafeInteger(requests) || !Number.isSafeInteger(seed))
  throw new Error('--requests and --seed are numbers');

console.log(`${requests} wrong requests with seed ${seed}`);
const begun = performance.now();
const stack = JSON.parse(readFileSync(file, 'utf8')) as StackAddresses & { readonly dynamodb: string };
const { sent, statuses, faults } = await runFuzz(stack, file, {
  requests,
  seed,
  onProgress: (done, kinds) => console.log(`${done} …, ${kinds} kinds of faults`),
});
for (const fault of faults) console.log(fault);
const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
console.log(`${sent} requests in ${Math.round((performance.now() - begun) / 1000)} s; ${counts.join(', ')}`);
console.log(`${faults.length} kinds of faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
process.exit();
