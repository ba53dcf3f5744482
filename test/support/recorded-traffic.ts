import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '../../.build/traffic');

/** One of several shares of a project's files, each in a process of its own. */
type Share = { readonly index: number; readonly count: number };

/**
 * Has every stack that this process starts write down its calls in an emptied folder of the project's own, and returns
 * it: `node bin/check-traffic.ts` checks them against the API's document. A share of a project leaves what the other
 * shares of the same run write, and removes what another division of the project has left.
 */
export function recordTraffic(project: string, share?: Share): string {
  const name = share === undefined ? project : `${project} ${share.index} of ${share.count}`;
  const isOlder = (other: string): boolean =>
    other === name || (nameOf(other) === project && (share === undefined || !other.endsWith(` of ${share.count}`)));
  for (const other of existsSync(folder) ? readdirSync(folder).filter(isOlder) : [])
    rmSync(path.join(folder, other), { recursive: true, force: true });
  const own = path.join(folder, name);
  process.env['RECORD_API'] = own;
  return own;
}

/** The project of a folder. */
function nameOf(recorded: string): string {
  return recorded.split(' ')[0] ?? recorded;
}
