import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { functionNamed } from '#bin/read-stack.ts';
import { resolveStack } from '#bin/stack-trace/resolve-stack.ts';
import { buildFunctions } from '#infra/build/build-functions.ts';
import { repositoryRoot } from '#infra/build/content-addressed-build.ts';

let directory: string;
beforeEach(() => {
  mkdirSync(path.join(repositoryRoot, '.build'), { recursive: true });
  directory = mkdtempSync(path.join(repositoryRoot, '.build/test-stack-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

test('names file and line in the stack of a deployed function, whose code is unchanged and has no map', async () => {
  const name = path.relative(repositoryRoot, directory);
  writeFileSync(
    path.join(directory, 'rule.ts'),
    'type Cents = number;\n\nexport function fail(amount: Cents): never {\n  throw new Error(`no ${amount}`);\n}\n',
  );
  writeFileSync(
    path.join(directory, 'entry.ts'),
    "import { fail } from './rule.ts';\nexport const handler = (amount: number) => fail(amount);\n",
  );
  const functions = [{ id: 'test.fail', entry: `${name}/entry.ts`, grant: {} }] as never;
  const deployed = await buildFunctions({ functions }, { outDir: path.join(directory, 'deployed') });
  const mapped = await buildFunctions({ functions }, { outDir: path.join(directory, 'mapped'), isMapped: true });
  const bundle = path.join(deployed.folderOf('test.fail'), 'index.mjs');
  expect(readFileSync(path.join(mapped.folderOf('test.fail'), 'index.mjs'), 'utf8')).toBe(readFileSync(bundle, 'utf8'));

  const { handler } = (await import(bundle)) as { handler: (amount: number) => never };
  const stack = ((): string => {
    try {
      return handler(3);
    } catch (thrown) {
      return (thrown as Error).stack ?? '';
    }
  })();
  expect(stack).not.toContain('rule.ts');
  const map = path.join(mapped.folderOf('test.fail'), 'index.mjs.map');
  for (const given of [stack, JSON.stringify({ message: 'request failed', stack })]) {
    const resolved = resolveStack(given, map);
    expect(resolved).toContain('Error: no 3');
    expect(resolved).toContain(`${name}/rule.ts:4:`);
    expect(resolved).toContain(`${name}/entry.ts:2:`);
    expect(resolved).not.toContain('index.mjs');
  }
});

test('leaves a place that comes from no file, and all other text, as it is', () => {
  const map = path.join(directory, 'empty.map');
  writeFileSync(map, JSON.stringify({ version: 3, sources: [], names: [], mappings: '' }));
  const text = 'Error: x\n    at f (file:///var/task/index.mjs:1:2)\n    at node:internal/process:3:4';
  expect(resolveStack(text, map)).toBe(text);
});

test('a function is found by its id and by its name on AWS; another name is refused', () => {
  const names = ['cards.load', 'satchel-prod-cards-load', '/aws/lambda/satchel-staging-cards-load'];
  expect(names.map((name) => functionNamed(name).id)).toEqual(names.map(() => 'cards.load'));
  expect(functionNamed('satchel-dev-worker-payment-events').id).toBe('worker.payment-events');
  expect(() => functionNamed('cards.lode')).toThrow('There is no function cards.lode');
});
