import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { describe, expect, test } from 'vitest';

import { repositoryRoot } from '#infra/build/content-addressed-build.ts';
import { definition } from '#infra/definition/index.ts';
import { routeIds, routes, type Route } from '#shared/contract/index.ts';

/** `functions/api/cards/load.ts` is `cards.load`. Everything else of a route is found by that name. */
function idsUnder(folder: string, ending: string): string[] {
  return readdirSync(path.join(repositoryRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length).replaceAll(path.sep, '.'))
    .toSorted();
}

const ids = routeIds.toSorted();

test('every route has a function file, and every function file a route', () => {
  expect(idsUnder('functions/api', '.ts')).toEqual(ids);
});

test('every route has a test of its own, and every such test a route', () => {
  expect(idsUnder('test/api', '.test.ts')).toEqual(ids);
});

test('every route has a function in the definition, under its own method and path', () => {
  const defined = definition.functions.flatMap(({ id, trigger }) =>
    trigger.kind === 'http' ? [`${id}: ${trigger.method} ${trigger.path}`] : [],
  );
  const expected = routeIds.map((id) => `${id}: ${routes[id].method} /api${routes[id].path}`);
  // The last one serves every other path.
  expect(new Set(defined)).toEqual(new Set([...expected, 'api.not-found: ANY /api/{proxy+}']));
  expect(defined).toHaveLength(expected.length + 1);
});

test.each(routeIds)('%s moves money, and is done once per key, where the contract says so and nowhere else', (id) => {
  const file = path.join(repositoryRoot, 'functions/api', `${id.replace('.', '/')}.ts`);
  const route: Route = routes[id];
  expect(/\bmoneyEndpoint\(/.test(readFileSync(file, 'utf8'))).toBe(route.money === true);
});

test('every queue of the definition has senders and a worker that are there', () => {
  for (const name of Object.keys(definition.queues)) {
    expect(definition.functions.some(({ grant }) => grant.send?.includes(name))).toBe(true);
    expect(definition.functions.some(({ trigger }) => trigger.kind === 'queue' && trigger.queue === name)).toBe(true);
  }
});

describe.each(definition.functions.map(({ id, entry }) => [id, entry] as const))('%s', (_id, entry) => {
  test('exports a handler', async () => {
    const file = path.join(repositoryRoot, entry);
    expect(existsSync(file), `${entry} is missing`).toBe(true);
    const module = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Record<string, unknown>;
    expect(typeof module['handler']).toBe('function');
    // One file is one endpoint: nothing else is entered from outside.
    expect(Object.keys(module)).toEqual(['handler']);
  });
});
