import { afterAll, beforeAll, expect, it } from 'vitest';

import { describeSoak } from '#test/proofs/soak/describe-soak.ts';
import { runSoak } from '#test/proofs/soak/run-soak.ts';
import { startLocalStack, type LocalStack } from '#test/support/local-stack.ts';
import { testSeed } from '#test/support/test-seed.ts';

let stack: LocalStack;

beforeAll(async () => {
  // Runs the deployed bundles.
  stack = await startLocalStack({ env: { FUNCTIONS: 'apart' } });
});
afterAll(async () => {
  await stack?.[Symbol.asyncDispose]();
});

it('people, lying providers and kills −9 leave ledger, issuer and provider agreeing to the cent', async () => {
  const seed = testSeed % 1_000_000;
  const report = await runSoak({
    stack,
    seed,
    ms: 12_000,
    leastOperations: 50,
    killEveryMs: 2_000,
    leastKills: 5,
    people: 8,
    lanes: 8,
    // The time to settle is checked only by `npm run soak`, on a machine without other work.
    settleWithinMs: Infinity,
  });
  expect(report.violations, `seed ${seed}\n${describeSoak(report)}`).toEqual([]);
  // A soak without kills, deposits and loads would prove nothing.
  expect(report.kills).toBeGreaterThanOrEqual(5);
  expect(report.totals.deposited).toBeGreaterThan(0);
  expect(report.totals.onCards).toBeGreaterThan(0);
}, 900_000);
