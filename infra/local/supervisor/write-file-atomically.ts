import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Replaces a file so that a reader, or a start after kill −9, finds the old content or the new one, never a part. A write
 * that fails (a full disk) throws and leaves the old content. By default only its owner may read the file.
 */
export function writeFileAtomically(file: string, content: string, mode = 0o600): void {
  const draft = `${file}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    const descriptor = openSync(draft, 'w', mode);
    try {
      writeFileSync(descriptor, content);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
