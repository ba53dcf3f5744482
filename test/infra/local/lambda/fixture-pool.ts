import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { buildFunctions } from '#infra/build/build-functions.ts';
import { buildWorker } from '#infra/local/lambda/build-worker.ts';
import { createFunctionPool } from '#infra/local/lambda/function-pool.ts';
import type { FunctionPool, PoolLimits } from '#infra/local/lambda/function-pool.ts';
import { openFunctionLogs } from '#infra/local/lambda/function-logs.ts';
import { openVirtualClock } from '#infra/local/lambda/virtual-clock.ts';
import type { VirtualClock } from '#infra/local/lambda/virtual-clock.ts';
import { definition } from '../fixtures/fixture-definition.ts';

/** A pool that runs the fixture functions, and what can be seen of it. */
export type FixturePool = {
  readonly pool: FunctionPool;
  readonly clock: VirtualClock;
  readonly directory: string;
  readonly errors: readonly string[];
};

/** Builds the fixtures (once, they are kept) and a pool with nothing in it. Its folder is gone when it has stopped. */
export async function createFixturePool(
  limits: PoolLimits = { perFunction: 4, total: 8, idleMs: 60_000 },
  { variables = {}, isTogether = false }: { variables?: Readonly<Record<string, string>>; isTogether?: boolean } = {},
): Promise<FixturePool> {
  const directory = mkdtempSync(path.join(tmpdir(), 'satchel-pool-'));
  const [{ folderOf }, workerScript] = await Promise.all([buildFunctions(definition), buildWorker()]);
  const clock = openVirtualClock(path.join(directory, 'clock.json'));
  const errors: string[] = [];
  const pool = createFunctionPool({
    functions: definition.functions,
    folderOf,
    workerScript,
    variablesOf: (fn) => ({ ...variables, FUNCTION_ID: fn.id }),
    isTogether,
    region: 'us-east-1',
    clock: clock.memory,
    logs: openFunctionLogs(path.join(directory, 'logs'), (line) => errors.push(line)),
    limits,
  });
  const stop: FunctionPool['stop'] = async (drainMs) => {
    await pool.stop(drainMs);
    rmSync(directory, { recursive: true, force: true });
  };
  return { pool: { ...pool, stop }, clock, directory, errors };
}
