import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** Returns the files that differ from main, committed or not, new files included; from HEAD where there is no main. */
export function listChangedFiles(): readonly string[] {
  const base = ['main', 'origin/main'].map((branch) => git('merge-base', 'HEAD', branch)?.[0]).find(Boolean) ?? 'HEAD';
  const changed = [
    ...(git('diff', '--name-only', base) ?? []),
    ...(git('ls-files', '--others', '--exclude-standard') ?? []),
  ];
  return [...new Set(changed)];
}

/** Reads every source file of the repository, by its path from the root. */
export function readSources(): ReadonlyMap<string, string> {
  const files = git('ls-files', '--cached', '--others', '--exclude-standard') ?? [];
  return new Map(
    files
      .filter((file) => /\.(tsx?|mjs|css|json)$/.test(file))
      .flatMap((file) => {
        const text = readText(file);
        return text === undefined ? [] : [[file, text] as const];
      }),
  );
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(path.join(root, file), 'utf8');
  } catch {
    // The file was deleted, but git's index still lists it.
    return undefined;
  }
}

/** Runs git and returns its lines; undefined when it fails, as where there is no such branch. */
function git(...args: readonly string[]): readonly string[] | undefined {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter((line) => line !== '');
  } catch {
    return undefined;
  }
}
