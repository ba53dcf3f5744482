import path from 'node:path';
import { expect, it } from 'vitest';

import { runFuzz } from '#test/proofs/fuzz/run-fuzz.ts';
import { startLocalStack } from '#test/support/local-stack.ts';
import { testSeed } from '#test/support/test-seed.ts';

/**
 * Runs on a stack of its own, because unfinished work of other tests would look like a trace. Each route runs its
 * deployed bundle in threads of its own.
 */
it('1,000 wrong requests to all routes are refused correctly and leave no trace', async () => {
  const seed = testSeed;
  process.stdout.write(`bad input: node bin/fuzz-api.ts --requests 1000 --seed ${seed}\n`);
  await using stack = await startLocalStack({ seed: 'none', env: { FUNCTIONS: 'apart' } });
  const report = await runFuzz(stack.services, path.join(stack.dataDir, 'services.json'), { requests: 1_000, seed });
  expect(report.faults).toEqual([]);
  expect(report.sent).toBe(1_000);
}, 900_000);
