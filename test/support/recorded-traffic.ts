import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '../../.build/traffic');

/**
 * Has every stack that this process starts record its calls in a folder of the project's own, or of its shard's, and returns
 * that folder, emptied: `node bin/check-traffic.ts` compares the calls with the API's document.
 */
export function recordTraffic(project: string, shard?: number): string {
  const own = shard === undefined ? project : `${project}-${shard}`;
  // A recording of the whole project and those of its shards replace one another.
  const isReplaced = (name: string): boolean =>
    name === own || name === project || (shard === undefined && new RegExp(`^${project}-\\d+$`).test(name));
  for (const name of existsSync(folder) ? readdirSync(folder).filter(isReplaced) : [])
    rmSync(path.join(folder, name), { recursive: true, force: true });
  process.env['RECORD_API'] = path.join(folder, own);
  return path.join(folder, own);
}
