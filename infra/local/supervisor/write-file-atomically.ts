import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';

/** Replaces a file so that a reader, or a start after kill −9, finds the old content or the new one, never a part. */
export function writeFileAtomically(file: string, content: string, mode = 0o644): void {
  const draft = `${file}.${randomBytes(4).toString('hex')}.tmp`;
  const descriptor = openSync(draft, 'w', mode);
  try {
    writeSync(descriptor, content);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(draft, file);
}
