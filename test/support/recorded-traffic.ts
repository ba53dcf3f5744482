import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '../../.build/traffic');

/** A share of a project's test files, which runs in a process of its own. */
type Share = { readonly index: number; readonly count: number };

/**
 * Makes every stack of this process record its calls in the project's folder, which is emptied first. Returns the
 * folder. `node bin/check-traffic.ts` checks the calls against the API's document. A share of a project keeps the
 * records of other shares of this run, and removes those of an earlier division into shares. A second try of some files
 * (SECOND_TRY) keeps all records: those of the other files count, too.
 */
export function recordTraffic(project: string, share?: Share): string {
  const name = share === undefined ? project : `${project} ${share.index} of ${share.count}`;
  const isSecondTry = process.env['SECOND_TRY'] === '1';
  const isOlder = (other: string): boolean =>
    other === name || (nameOf(other) === project && (share === undefined || !other.endsWith(` of ${share.count}`)));
  for (const other of existsSync(folder) && !isSecondTry ? readdirSync(folder).filter(isOlder) : [])
    rmSync(path.join(folder, other), { recursive: true, force: true });
  const own = path.join(folder, name);
  process.env['RECORD_API'] = own;
  return own;
}

/** The project of a folder. */
function nameOf(recorded: string): string {
  return recorded.split(' ')[0] ?? recorded;
}
