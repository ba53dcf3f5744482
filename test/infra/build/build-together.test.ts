import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BuiltFunctions } from '#infra/build/build-functions.ts';
import { buildTogether } from '#infra/build/build-together.ts';
import { repositoryRoot } from '#infra/build/content-addressed-build.ts';
import { definition } from '#infra/definition/index.ts';

const ids = ['user.read', 'cards.load', 'transactions.create', 'auth.login'];

let directory: string;
let built: BuiltFunctions;
beforeAll(async () => {
  mkdirSync(path.join(repositoryRoot, '.build'), { recursive: true });
  directory = mkdtempSync(path.join(repositoryRoot, '.build/test-together-'));
  built = await buildTogether(
    { functions: definition.functions.filter(({ id }) => ids.includes(id)) },
    path.join(directory, 'out'),
  );
});
afterAll(() => rmSync(directory, { recursive: true }));

/** A function's own file and all files that it loads, by their paths. */
function filesOf(id: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const open = [path.join(built.folderOf(id), 'index.mjs')];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue;
    const text = readFileSync(file, 'utf8');
    found.set(file, text);
    for (const [, name = ''] of text.matchAll(/(?:from|import\(?)\s*"(\.[^"]+)"/g))
      open.push(path.resolve(path.dirname(file), name));
  }
  return found;
}

describe('functions that are built to be together', () => {
  it.each([
    ['user.read', ['table']],
    ['cards.load', ['issuer', 'table']],
    ['transactions.create', ['payments', 'table']],
    ['auth.login', ['mail', 'table']],
  ])('hold for %s the adapters of its grant and no other', (id, granted) => {
    const marks = {
      payments: 'PAYMENTS_BASE_URL',
      issuer: 'ISSUER_BASE_URL',
      mail: 'MAIL_FROM',
      table: 'TABLE_NAME',
    };
    const text = readFileSync(path.join(built.folderOf(id), 'index.mjs'), 'utf8');
    const held = Object.entries(marks).filter(([, mark]) => text.includes(mark));
    expect(held.map(([name]) => name).toSorted()).toEqual(granted);
  });

  it('share the clients of AWS, and each has its own copy of code that reads the environment', () => {
    const own = ids.map((id) => path.join(built.folderOf(id), 'index.mjs'));
    const all = new Map(ids.flatMap((id) => [...filesOf(id)]));
    const holding = (mark: string) => [...all].flatMap(([file, text]) => (text.includes(mark) ? [file] : []));
    const [client, ...others] = holding('TransactWriteItems');
    expect(others).toEqual([]);
    expect(own).not.toContain(client);
    expect(holding('SITE_URL').toSorted()).toEqual(own.toSorted());
  });

  it('each export a handler of their own', async () => {
    const handlers = await Promise.all(
      ids.map(async (id) => {
        const { handler } = (await import(path.join(built.folderOf(id), 'index.mjs'))) as { handler: unknown };
        return handler;
      }),
    );
    expect(new Set(handlers).size).toBe(ids.length);
    expect(handlers.every((handler) => typeof handler === 'function')).toBe(true);
  });
});
