import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildFunctions } from '#infra/build/build-functions.ts';
import { definition } from '#infra/definition/index.ts';
import { repositoryRoot } from '#infra/build/content-addressed-build.ts';
import { readRecords } from '#infra/build/reusable-functions.ts';
import type { FunctionDefinition } from '#infra/definition/types.ts';

let directory: string;
beforeEach(() => {
  mkdirSync(path.join(repositoryRoot, '.build'), { recursive: true });
  directory = mkdtempSync(path.join(repositoryRoot, '.build/test-bundles-'));
  write('rule.ts', 'export const rule = 1;');
  write('deep.ts', "export { rule } from './rule.ts';");
  write('one.ts', "import { rule } from './deep.ts'; export const handler = () => ['one', rule];");
  write('two.ts', "export const handler = () => ['two'];");
});
afterEach(() => rmSync(directory, { recursive: true }));

function write(name: string, text: string): void {
  const file = path.join(directory, name);
  writeFileSync(file, text);
  // Saved before the build, not within its first milliseconds.
  const before = new Date(Date.now() - 5_000);
  utimesSync(file, before, before);
}

const functions = (): readonly FunctionDefinition[] =>
  ['one', 'two'].map(
    (id) =>
      ({
        id,
        entry: path.relative(repositoryRoot, path.join(directory, `${id}.ts`)),
        grant: {},
      }) as never,
  );
const build = () => buildFunctions({ functions: functions() }, { outDir: path.join(directory, 'out') });
const callOne = async (folder: string): Promise<unknown> =>
  ((await import(path.join(folder, 'index.mjs'))) as { handler: () => unknown }).handler();

describe('the bundles of the functions', () => {
  it('are rebuilt only for functions that use the changed file', async () => {
    const first = await build();
    expect(first.bundled.toSorted()).toEqual(['one', 'two']);
    expect((await build()).bundled).toEqual([]);
    write('rule.ts', 'export const rule = 2;');
    const second = await build();
    expect(second.bundled).toEqual(['one']);
    expect(second.directory).not.toBe(first.directory);
    expect(await callOne(second.folderOf('one'))).toEqual(['one', 2]);
    expect(readFileSync(path.join(second.folderOf('two'), 'index.mjs'), 'utf8')).toBe(
      readFileSync(path.join(first.folderOf('two'), 'index.mjs'), 'utf8'),
    );
    expect(readdirSync(second.folderOf('one'))).toEqual(['index.mjs']);
    expect(await callOne(first.folderOf('one'))).toEqual(['one', 1]);
  });

  it('are minified for the deployment, and readable with their lines for a debugger', async () => {
    write('rule.ts', 'export const rule = { aLongName: 1 };\nexport function neverCalled() { throw new Error(); }');
    write(
      'one.ts',
      "import { rule } from './deep.ts';\nexport function handler() { const spelled = rule; return spelled; }",
    );
    const textOf = async (isReadable: boolean) => {
      const { folderOf } = await buildFunctions(
        { functions: functions() },
        { outDir: path.join(directory, `out-${isReadable}`), isReadable },
      );
      return readFileSync(path.join(folderOf('one'), 'index.mjs'), 'utf8');
    };
    const deployed = await textOf(false);
    expect(deployed).not.toContain('spelled');
    expect(deployed).not.toContain('sourceMappingURL');
    const readable = await textOf(true);
    expect(readable).toContain('const spelled = ');
    expect(readable).toContain('//# sourceMappingURL=data:');
  });

  it('import built-in modules of Node in every way, and read only the names that they import', async () => {
    write(
      'one.ts',
      `import fs, { existsSync } from 'node:fs';
       import * as zlib from 'zlib';
       import { createHash } from 'node:crypto';
       import { request } from 'node:http';
       export const handler = () => [
         fs.existsSync === existsSync, typeof zlib.crc32, typeof createHash, typeof request,
       ];
       export const whole = () => import('node:http');`,
    );
    const { folderOf } = await build();
    expect(await callOne(folderOf('one'))).toEqual([true, 'function', 'function', 'function']);
    const { whole } = (await import(path.join(folderOf('one'), 'index.mjs'))) as {
      whole: () => Promise<{ readonly Agent: unknown }>;
    };
    expect((await whole()).Agent).toBeTypeOf('function');
    const text = readFileSync(path.join(folderOf('one'), 'index.mjs'), 'utf8');
    expect(text).toContain('.createHash');
    // A getter of `node:http` that loads a client of 12 ms.
    expect(text).not.toContain('WebSocket');
  });

  it('are rebuilt when one was lost, and when a file was saved while it was bundled', async () => {
    const first = await build();
    rmSync(first.directory, { recursive: true });
    expect((await build()).bundled.toSorted()).toEqual(['one', 'two']);
    writeFileSync(path.join(directory, 'two.ts'), "export const handler = () => ['two', 2];");
    utimesSync(path.join(directory, 'two.ts'), new Date(Date.now() + 5_000), new Date(Date.now() + 5_000));
    expect((await build()).bundled).toEqual(['two']);
    write('rule.ts', 'export const rule = 3;');
    expect((await build()).bundled.toSorted()).toEqual(['one', 'two']);
  });
});

describe('the bundle of a function', () => {
  /** A text that only the adapter of each grant has. */
  const marks = {
    payments: '/v1/payment/info',
    issuer: '/cards/create_card',
    mail: 'SendEmail',
    send: 'SendMessage',
    table: 'TransactWriteItems',
    signIn: 'setProtectedHeader',
  } as const;

  it.each([
    ['user.read', ['table']],
    ['cards.load', ['issuer', 'table']],
    ['transactions.create', ['payments', 'send', 'table']],
    ['auth.login', ['mail', 'signIn', 'table']],
  ])('of %s holds the adapters of its grant and no other', async (id, granted) => {
    const { folderOf } = await buildFunctions(
      { functions: definition.functions.filter((fn) => fn.id === id) },
      { outDir: path.join(directory, `out-${id}`) },
    );
    const text = readFileSync(path.join(folderOf(id), 'index.mjs'), 'utf8');
    const held = Object.entries(marks).filter(([, mark]) => text.includes(mark));
    expect(held.map(([name]) => name).toSorted()).toEqual(granted);
  });

  it('holds only its own route of the contract and what this uses, and records these files as inputs', async () => {
    const only = { functions: definition.functions.filter(({ id }) => id === 'user.read') };
    const outDir = path.join(directory, 'out-own');
    const { folderOf } = await buildFunctions(only, { outDir });
    const text = readFileSync(path.join(folderOf('user.read'), 'index.mjs'), 'utf8');
    expect(text).toContain('The signed-in person.');
    expect(text).not.toContain('Everybody with an account');
    expect(text).not.toContain('Enter a valid email address');
    // Endpoint discovery, for which DynamoDB has no use.
    expect(text).not.toContain('AWS_ENABLE_ENDPOINT_DISCOVERY');
    // Streams of events, which no call of ours has: for them the SDK's modules would be entered one by one.
    expect(text).not.toContain('initial-response');
    const { 'user.read': made } = readRecords(`${outDir}.json`);
    expect(made?.inputs).toContain('shared/contract/user.ts');
    expect(made?.inputs).toContain('shared/contract/fields.ts');
  });
});
