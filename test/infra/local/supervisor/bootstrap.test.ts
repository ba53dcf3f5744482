import { spawnSync } from 'node:child_process';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../../..');

type Ended = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

/** Runs the starter after a change to the properties of its own process. */
function startWith(change: string, env: NodeJS.ProcessEnv = {}): Ended {
  const preload = `data:text/javascript,${encodeURIComponent(change)}`;
  return spawnSync(process.execPath, ['--import', preload, path.join(root, 'bin/start.mjs')], {
    encoding: 'utf8',
    env: { ...process.env, PORT: 'none', ...env },
  });
}

/** Runs the starter under this Node, which then reports another version. */
function startUnder(version: string): Ended {
  return startWith(
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`,
  );
}

describe('npm start', () => {
  it('explains to an old Node what it needs in one sentence', () => {
    const { status, stdout, stderr } = startUnder('16.20.2');
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^Node 16\.20\.2 is too old to start with: install Node 18 or newer .*\n$/);
  });

  it('explains to a Mac without Java what it needs in one sentence, before it installs anything', () => {
    const mac = `Object.defineProperty(process, 'platform', { value: 'darwin' })`;
    const { status, stdout, stderr } = startWith(mac, { PATH: '/nowhere', JAVA_HOME: '' });
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^On darwin-\w+ the database is DynamoDB Local, which needs Java 17 or newer.*\n$/);
  });

  it('continues under the Node that npm installed, and ends with its code', () => {
    // The stack itself refuses the port: it runs, and on a Node that strips types.
    const { status, stderr } = startUnder('18.0.0');
    expect(status).toBe(1);
    expect(stderr).toMatch(/^PORT is none, but a port is a number/);
  });
});
