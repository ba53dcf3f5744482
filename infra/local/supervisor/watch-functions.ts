import { watch, type FSWatcher } from 'node:fs';
import path from 'node:path';

import type { BuiltFunctions } from '../../build/build-functions.ts';
import { repositoryRoot } from '../../build/content-addressed-build.ts';

/** Delay after a change before it is built, in milliseconds: an editor saves a file in several steps. */
const settleMs = 150;

/** Where the code of functions lies. What the definition says of them is read at a start only. */
const watched = ['functions', 'shared'];

/**
 * Builds the functions again whenever their code changes, and hands each new build to `onBuilt`. Code that does not build
 * is reported and changes nothing. Returns the way to stop.
 */
export function watchFunctions(
  build: () => Promise<BuiltFunctions>,
  onBuilt: (built: BuiltFunctions) => void,
  { folders = watched.map((name) => path.join(repositoryRoot, name)), report = console.log } = {},
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isBuilding = false;
  let isStopped = false;

  const rebuild = async (): Promise<void> => {
    if (isBuilding) return later();
    isBuilding = true;
    const begun = performance.now();
    try {
      const built = await build();
      if (isStopped) return;
      onBuilt(built);
      if (built.bundled.length > 0) {
        const names = built.bundled.length > 3 ? `${built.bundled.length} functions` : built.bundled.join(', ');
        report(`changed: ${names} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
      }
    } catch (error) {
      report(`The changed code does not build, so the functions stay as they are: ${firstLines(error)}`);
    } finally {
      isBuilding = false;
    }
  };

  const later = (): void => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void rebuild(), settleMs);
  };

  const watchers: FSWatcher[] = [];
  const stop = (): void => {
    isStopped = true;
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
  try {
    for (const folder of folders) {
      const watcher = watch(folder, { recursive: true }, later);
      watcher.on('error', stop);
      watchers.push(watcher);
    }
  } catch {
    // No watches left on this machine: a change then needs a new start, as before.
    stop();
  }
  return stop;
}

function firstLines(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n').slice(0, 3).join('\n');
}
