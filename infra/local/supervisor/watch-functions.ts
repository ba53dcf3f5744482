import path from 'node:path';

import type { BuiltFunctions } from '../../build/build-functions.ts';
import { repositoryRoot } from '../../build/content-addressed-build.ts';
import { watchFolders } from './watch-folders.ts';

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
  let isBuilding = false;
  let isStale = false;
  let isStopped = false;

  const rebuild = async (): Promise<void> => {
    isStale = isBuilding;
    if (isBuilding || isStopped) return;
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
    // A file was saved during the build.
    if (isStale) await rebuild();
  };

  const stop = watchFolders(folders, () => void rebuild());
  return () => {
    isStopped = true;
    stop();
  };
}

function firstLines(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n').slice(0, 3).join('\n');
}
