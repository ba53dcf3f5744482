import { rmSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '../../.build/traffic');

/**
 * Has every stack that this process starts write down its calls in a folder of the project's own, emptied, and answers it:
 * `node bin/check-traffic.ts` holds them to the API's document.
 */
export function recordTraffic(project: string): string {
  const own = path.join(folder, project);
  rmSync(own, { recursive: true, force: true });
  process.env['RECORD_API'] = own;
  return own;
}
