import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** How a client finds a database, in the words of `pg`. */
export type Database = { readonly host: string; readonly user: string; readonly database: string };

/** Where Debian keeps the programs of each version. */
const debian = '/usr/lib/postgresql';

/** Returns the folder of PostgreSQL's programs; undefined on a machine without it. `PG_BIN` names another one. */
export function findPostgres(): string | undefined {
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [process.env['PG_BIN'], ...versions.map((version) => path.join(debian, version, 'bin'))];
  return folders.find((folder) => folder !== undefined && existsSync(path.join(folder, 'initdb')));
}

/** Starts a database of its own, as it comes, on a socket in a folder that goes with it. */
export async function startPostgres(bin: string): Promise<{ readonly database: Database; close(): Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'peer-'));
  const data = path.join(folder, 'data');
  // PostgreSQL refuses to run as root; Debian's package brings a user for it.
  const own = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  mkdirSync(data);
  chmodSync(folder, 0o777);
  if (own.uid !== undefined) execFileSync('chown', ['-R', 'postgres', data]);
  execFileSync(path.join(bin, 'initdb'), ['-D', data, '-U', 'peer', '--auth=trust'], {
    ...own,
    cwd: folder,
    stdio: 'ignore',
  });
  const server = spawn(path.join(bin, 'postgres'), ['-D', data, '-k', folder, '-c', 'listen_addresses='], {
    ...own,
    cwd: folder,
    stdio: 'ignore',
  });
  const isReady = (): boolean => {
    try {
      execFileSync(path.join(bin, 'pg_isready'), ['-h', folder, '-U', 'peer'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  };
  while (!isReady()) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`);
    await new Promise((resolve) => void setTimeout(resolve, 100));
  }
  return {
    database: { host: folder, user: 'peer', database: 'postgres' },
    async close() {
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the id of the user or group `postgres`. */
function idOf(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));
}
