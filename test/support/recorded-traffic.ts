import { rmSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '../../.build/traffic');

/**
 * Has every stack that this process starts write down its calls in an emptied folder of the project's own, and returns
 * it: `node bin/check-traffic.ts` checks them against the API's document.
 */
export function recordTraffic(project: string): string {
  const own = path.join(folder, project);
  rmSync(own, { recursive: true, force: true });
  process.env['RECORD_API'] = own;
  return own;
}
