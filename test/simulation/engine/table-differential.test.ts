import { beforeAll, describe, expect, it } from 'vitest';
import { createDocumentClient } from '#functions/adapters/dynamo/document-client.ts';
import { enginesHere, sharedEngine, type RunningEngine } from '#test/support/dynamo-engines.ts';
import { testSeed } from '#test/support/test-seed.ts';
import { seededChoices } from '../choices.ts';
import { findDifference } from './table-differential.ts';

describe.each(enginesHere())('The simulated table and $name', (engine) => {
  let running: RunningEngine;

  beforeAll(async () => {
    running = await sharedEngine(engine);
  });

  it.each([testSeed, testSeed + 1])(
    'answer the same to the same random operations (seed %i)',
    async (seed) => {
      const table = await running.newTable();
      const client = createDocumentClient(running.client());
      expect(await findDifference(client, table, seededChoices(seed), 120)).toBeUndefined();
    },
    60_000,
  );
});
