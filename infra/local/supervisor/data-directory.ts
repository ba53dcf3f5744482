import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
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
 * Makes the folder if need be and claims it. The claim is a lock that the operating system holds for an SQLite file: it
 * ends with its owner, however that process died. So there is no stale lock to clean up and no process id to guess.
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
  hideFiles(directory);
  writeFileAtomically(file('owner.json'), JSON.stringify({ pid: process.pid }));
  return { directory, file, release: () => lock.close() };
}

function makeWritable(directory: string): void {
  const file = fileOnTheWay(directory);
  if (file !== undefined) {
    throw new StackError(
      file === directory
        ? `DATA_DIR is ${directory}, which is a file: name a folder, for example DATA_DIR=.local.`
        : `DATA_DIR is ${directory}, but ${file} is a file: name another folder.`,
    );
  }
  try {
    makeFolder(directory);
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    // Permissions do not apply to root, so only a write shows whether the file system is writable.
    writeFileAtomically(path.join(directory, '.writable'), '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StackError(
      `The data directory ${directory} cannot be written (${code}). ` +
        'Make it writable, or name another folder: DATA_DIR=/some/folder npm start.',
    );
  }
}

/**
 * Makes a folder and its parents, without mkdir's own recursion: in a file system that refuses new folders, such as
 * /proc, that never returns.
 */
function makeFolder(directory: string): void {
  if (existsSync(directory)) return;
  makeFolder(path.dirname(directory));
  mkdirSync(directory, { mode: 0o700 });
}

/** The path, or the first one above it, that is a file and cannot hold a folder. */
function fileOnTheWay(directory: string): string | undefined {
  const stats = statSync(directory, { throwIfNoEntry: false });
  if (stats) return stats.isDirectory() ? undefined : directory;
  const above = path.dirname(directory);
  return above === directory ? undefined : fileOnTheWay(above);
}

/**
 * Makes the files readable to their owner only: earlier versions let every user of the machine read them. Another
 * user's file is left as it is.
 */
function hideFiles(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    try {
      chmodSync(path.join(directory, entry.name), 0o600);
    } catch {
      // Not ours to change.
    }
  }
}

function describeOwner(file: string): string {
  try {
    const { pid } = JSON.parse(readFileSync(file, 'utf8')) as { pid?: unknown };
    return typeof pid === 'number' ? ` (process ${pid})` : '';
  } catch {
    return '';
  }
}
