import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { StackError } from './stack-error.ts';
import { writeFileAtomically } from './write-file-atomically.ts';

/** A data directory that belongs to this process until it ends. */
export type DataDirectory = {
  readonly directory: string;
  readonly file: (name: string) => string;
  readonly release: () => void;
};

/**
 * Makes the folder if need be and claims it. The claim is a lock that the operating system holds for an SQLite file,
 * so it is gone the moment its owner is, however that one died: nothing stale to clean up, nobody's number to guess.
 */
export function openDataDirectory(directory: string): DataDirectory {
  makeWritable(directory);
  const file = (name: string) => path.join(directory, name);
  const lock = new DatabaseSync(file('lock.sqlite'));
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch {
    throw new StackError(
      `${directory} is in use by a stack that is running${describeOwner(file('owner.json'))}. ` +
        'Stop that one, or start this one with another DATA_DIR (and PORT).',
    );
  }
  writeFileAtomically(file('owner.json'), JSON.stringify({ pid: process.pid }));
  return { directory, file, release: () => lock.close() };
}

function makeWritable(directory: string): void {
  try {
    makeFolder(directory);
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    // Root may write where the file system does not let anybody write: only writing tells.
    writeFileAtomically(path.join(directory, '.writable'), '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StackError(
      `The data directory ${directory} cannot be written (${code}). ` +
        'Make it writable, or name another folder: DATA_DIR=/some/folder npm start.',
    );
  }
}

/** Not mkdir's own recursion: in a file system that refuses new folders, such as /proc, it never comes back. */
function makeFolder(directory: string): void {
  if (existsSync(directory)) return;
  makeFolder(path.dirname(directory));
  mkdirSync(directory);
}

function describeOwner(file: string): string {
  try {
    const { pid } = JSON.parse(readFileSync(file, 'utf8')) as { pid?: unknown };
    return typeof pid === 'number' ? ` (process ${pid})` : '';
  } catch {
    return '';
  }
}
