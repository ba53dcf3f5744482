import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startPart, type Part, type PartSettings } from '#infra/local/supervisor/part.ts';
import { eventually } from '#test/support/eventually.ts';

const patience = { everyMs: 50, timeoutMs: 3_000, misses: 2 };

/** Serves HTTP on a port and says so, as the parts of the stack do. */
const server = `
  const { createServer } = require('node:http');
  process.on('disconnect', () => process.exit());
  require('node:fs').writeFileSync(process.argv[2], 'mine');
  createServer((_, answer) => answer.end('here')).listen(Number(process.argv[3]), '127.0.0.1', () =>
    process.send({ ready: true, url: '' }),
  );
`;

let directory: string;
let port: number;
let part: Part | undefined;

beforeEach(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'satchel-part-'));
  writeFileSync(path.join(directory, 'server.cjs'), server);
  const holder = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => holder.once('listening', resolve));
  port = (holder.address() as { port: number }).port;
  await new Promise((resolve) => holder.close(resolve));
});
afterEach(async () => {
  await part?.stop();
  part = undefined;
  rmSync(directory, { recursive: true });
});

function start(changes: Partial<PartSettings> = {}): Part {
  part = startPart({
    name: 'server',
    command: process.execPath,
    args: [path.join(directory, 'server.cjs'), path.join(directory, 'state'), String(port)],
    ready: 'by-message',
    probe: () => fetch(`http://127.0.0.1:${port}`),
    patience,
    logFile: path.join(directory, 'server.log'),
    ...changes,
  });
  return part;
}

describe('a part', () => {
  it('is killed and started again when it hangs, and serves as before', async () => {
    const running = start();
    await running.started;
    const first = running.pid() ?? 0;
    // It still takes connections, and answers none.
    process.kill(first, 'SIGSTOP');
    await eventually(async () => {
      expect(running.pid()).not.toBe(first);
      expect(running).toMatchObject({ restarts: expect.any(Function) as unknown });
      expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('here');
    });
    expect(running.restarts()).toBe(1);
    expect(() => process.kill(first, 0)).toThrow();
  });

  it('is left alone while it answers', async () => {
    const running = start();
    await running.started;
    await new Promise((resolve) => setTimeout(resolve, 6 * patience.everyMs));
    expect(running.restarts()).toBe(0);
  });

  it('runs without a log where none can be opened', async () => {
    const running = start({ logFile: path.join(directory, 'no such folder', 'server.log') });
    await running.started;
    expect(running.state()).toBe('up');
  });

  it('lets only its owner read what it writes', async () => {
    await start().started;
    for (const file of ['state', 'server.log']) expect(statSync(path.join(directory, file)).mode & 0o777).toBe(0o600);
    expect(readFileSync(path.join(directory, 'state'), 'utf8')).toBe('mine');
  });
});
