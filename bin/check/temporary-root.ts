import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Linux's file system in memory. */
const memory = '/dev/shm';

/** Space that a whole run may need, in bytes: three times the most that was seen. */
const neededBytes = 3 * 2 ** 30;

/**
 * Returns the folder for what a run leaves behind: in memory where there is room, else on disk. Browsers exchange what they
 * draw through files there, and databases write each commit: on a disk that is an eighth of the CPU of the site's tests.
 */
export function temporaryRoot(freeBytes: (folder: string) => number = freeBytesOf): string {
  return freeBytes(memory) >= neededBytes ? memory : tmpdir();
}

/** Returns the free space of a folder; 0 of one that does not exist. */
function freeBytesOf(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
