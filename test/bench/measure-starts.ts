import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { RouteId } from '#shared/contract/index.ts';
import { buildFunctions } from '#infra/build/build-functions.ts';
import { defaultBuildDirectory } from '#infra/build/content-addressed-build.ts';
import { definition } from '#infra/definition/index.ts';
import { sessionSecret } from '#test/support/test-keys.ts';
import { openBench } from './open-bench.ts';
import { quartilesOf, type Quartiles } from './quartiles.ts';

const run = promisify(execFile);

type Query = Readonly<Record<string, string>>;

/**
 * The functions that are started, and the query that each is called with: the reads of every opening of the site, and a
 * long list. Those without one are not called, because they would need a provider.
 */
const started = [
  ['user.read', {}],
  ['cards.list', {}],
  ['transactions.list', { limit: '10' }],
  ['transactions.list', { limit: '100' }],
  ['cards.load', undefined],
  ['cards.create', undefined],
  ['transactions.create', undefined],
  ['auth.login', undefined],
  ['webhooks.issuer', undefined],
] as const satisfies readonly (readonly [RouteId, Query | undefined])[];

/** The CPU of a start, in milliseconds, alone and with the first call; the size of what is started. */
export type Start = {
  readonly name: string;
  readonly bytes: number;
  readonly init: Quartiles;
  readonly withFirst: Quartiles | undefined;
};

/** Starts each function, the floor first, this many times by turns. */
export async function measureStarts(runs: number): Promise<readonly Start[]> {
  const outDir = path.join(defaultBuildDirectory, 'bench');
  const floor = { ...definition.functions.find(({ id }) => id === 'user.read')!, id: 'floor' };
  const [ours, least] = [
    await buildFunctions(definition),
    await buildFunctions(
      { functions: [{ ...floor, entry: 'test/bench/floor.ts' }] },
      // The floor stays what it was: what we leave out of the SDK is not taken off it.
      { outDir, asTheyCome: ['@smithy/core/event-streams'] },
    ),
  ];
  const bench = await openBench();
  const subjects = [
    { id: 'floor', name: 'floor', file: bundleIn(least.folderOf('floor')), event: bench.eventOf('user.read') },
    ...started.map(([id, query]) => ({
      id,
      name: query && 'limit' in query ? `${id}, ${query.limit} rows` : id,
      file: bundleIn(ours.folderOf(id)),
      event: query && bench.eventOf(id, query),
    })),
  ];
  const found = new Map(subjects.map(({ name }) => [name, { init: [] as number[], withFirst: [] as number[] }]));
  try {
    for (let turn = 0; turn < runs; turn += 1) {
      for (const { id, name, file, event } of subjects) {
        const { initMs, firstMs } = await startOnce(file, event, environmentOf(id, bench.address));
        const { init, withFirst } = found.get(name)!;
        init.push(initMs);
        if (firstMs !== undefined) withFirst.push(initMs + firstMs);
      }
    }
  } finally {
    bench.close();
  }
  return subjects.map(({ name, file }) => {
    const { init, withFirst } = found.get(name)!;
    return {
      name,
      bytes: statSync(file).size,
      init: quartilesOf(init),
      withFirst: withFirst.length > 0 ? quartilesOf(withFirst) : undefined,
    };
  });
}

const bundleIn = (folder: string): string => path.join(folder, 'index.mjs');

/** A Lambda's environment; all of AWS answers at one address. */
function environmentOf(id: string, address: string): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    FUNCTION_ID: id,
    SITE_URL: 'https://satchel.example',
    TABLE_NAME: 'satchel',
    SESSION_SECRET_ID: 'session',
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: sessionSecret.pepper,
    AWS_ENDPOINT_URL: address,
  };
}

async function startOnce(
  file: string,
  event: unknown,
  env: Record<string, string>,
): Promise<{ readonly initMs: number; readonly firstMs?: number }> {
  const script = path.join(import.meta.dirname, 'start-function.mjs');
  const given = [script, file, ...(event === undefined ? [] : [JSON.stringify(event)])];
  const { stdout } = await run(process.execPath, given, { env });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { initMs: number; firstMs?: number };
}
