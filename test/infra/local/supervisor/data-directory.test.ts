import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDataDirectory } from '#infra/local/supervisor/data-directory.ts';
import { expectSameEngine, findDynamodbEngine, type DynamodbEngine } from '#infra/local/supervisor/dynamodb-engine.ts';
import { StackError } from '#infra/local/supervisor/stack-error.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'satchel-data-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const inside = (name: string): string => path.join(directory, name);
const modeOf = (file: string): number => statSync(file).mode & 0o777;

describe('a data directory', () => {
  it('is refused by its name when it is a file', () => {
    writeFileSync(inside('file'), '');
    expect(() => openDataDirectory(inside('file'))).toThrow(
      `DATA_DIR is ${inside('file')}, which is a file: name a folder, for example DATA_DIR=.local.`,
    );
    expect(() => openDataDirectory(inside('file/below'))).toThrow(
      `DATA_DIR is ${inside('file/below')}, but ${inside('file')} is a file: name another folder.`,
    );
    expect(() => openDataDirectory(inside('file'))).toThrow(StackError);
  });

  it('is for its owner only, also files that an earlier version left readable', () => {
    const made = openDataDirectory(inside('new'));
    expect(modeOf(inside('new'))).toBe(0o700);
    made.release();
    writeFileSync(inside('issuer.sqlite'), '');
    chmodSync(inside('issuer.sqlite'), 0o644);
    openDataDirectory(directory).release();
    for (const name of ['issuer.sqlite', 'owner.json', 'lock.sqlite']) expect(modeOf(inside(name))).toBe(0o600);
  });
});

describe('the engine of a data directory', () => {
  const engine = (name: DynamodbEngine['name']): DynamodbEngine => ({ name, command: '', args: () => [] });
  const start = (name: DynamodbEngine['name']): void => expectSameEngine({ directory, file: inside }, engine(name));

  it('must be the engine that made the data', () => {
    start('dynoxide');
    start('dynoxide');
    expect(() => start('dynamodb-local')).toThrow(/made with dynoxide, and dynamodb-local cannot read them/);
    expect(() => start('dynamodb-local')).toThrow(StackError);
    start('dynoxide');
  });

  it.each([
    ['dynoxide', 'dynamodb.sqlite', 'dynamodb-local'],
    ['dynamodb-local', 'shared-local-instance.db', 'dynoxide'],
  ] as const)('is known to be %s by %s where an earlier version wrote nothing down', (first, file, other) => {
    writeFileSync(inside(file), '');
    expect(() => start(other)).toThrow(`DYNAMODB_ENGINE=${first}`);
    start(first);
  });

  it('is refused under an unknown name', () => {
    expect(() => findDynamodbEngine('postgres')).toThrow('DYNAMODB_ENGINE is postgres');
  });
});
