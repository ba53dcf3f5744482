import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Linux's file system in memory. */
const memory = '/dev/shm';

/** Space that a whole run may need, in bytes. In the middle of one, 113 MB were seen. */
const neededBytes = 2 ** 30;

/**
 * Returns the folder for what a run leaves behind: in memory where there is room, else on disk. Browsers exchange what they
 * draw through files there, and databases write each commit. On a disk that was an eighth of the CPU of five files of the
 * site's tests.
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
