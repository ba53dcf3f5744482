import { watch, type FSWatcher } from 'node:fs';

/** Delay after a change before it is acted upon, in milliseconds: an editor saves a file in several steps. */
const settleMs = 150;

/** Calls `onChange` after files in the folders have changed, once for changes that come together. Returns the way to stop. */
export function watchFolders(folders: readonly string[], onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watchers: FSWatcher[] = [];
  const stop = (): void => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
  try {
    for (const folder of folders) {
      const watcher = watch(folder, { recursive: true }, () => {
        clearTimeout(timer);
        timer = setTimeout(onChange, settleMs);
      });
      watcher.on('error', stop);
      watchers.push(watcher);
    }
  } catch {
    // This machine has no watches left, so a change takes effect only after a restart.
    stop();
  }
  return stop;
}
