import { expect, it } from 'vitest';
import { proveSeeds } from '#test/simulation/prove-seeds.ts';

/** A short version of the simulation that `npm test` runs (prove-seeds.test.ts). */
it('keeps every cent through forty seeds', async () => {
  const report = await proveSeeds({ from: 1, count: 40, step: 1, brokenMax: 1 });
  expect(report.broken).toEqual([]);
});
