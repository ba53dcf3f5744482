import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { choosePorts, ownPorts } from '#infra/local/supervisor/ports.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'satchel-ports-'));
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers.splice(0)) server.close();
  rmSync(folder, { recursive: true, force: true });
});

function firstOf(count: number, pid = process.pid): readonly number[] {
  const ports = ownPorts(20_000, 32_000, pid);
  return Array.from({ length: count }, () => ports.next().value);
}

it('proposes different ports to processes that run at the same time', () => {
  const proposed = Array.from({ length: 700 }, (_, at) => firstOf(16, 4_194_000 - at)).flat();
  expect(new Set(proposed).size).toBe(proposed.length);
  expect(Math.min(...proposed)).toBeGreaterThanOrEqual(20_000);
  expect(Math.max(...proposed)).toBeLessThan(32_000);
});

it('proposes other ports once its own are taken', () => {
  const more = firstOf(200).slice(16);
  expect(new Set(more).size).toBeGreaterThan(150);
  expect(more.every((port) => port >= 20_000 && port < 32_000)).toBe(true);
});

it('chooses the ports of the last run where they are free, and others where they are not', async () => {
  const file = path.join(folder, 'ports.json');
  const before = await choosePorts(file, 3_000);
  expect(new Set(Object.values(before)).size).toBe(7);
  expect(await choosePorts(file, 3_000)).toEqual(before);
  const server = createServer();
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(before.mail, '127.0.0.1', resolve));
  const { mail, ...others } = await choosePorts(file, 3_000);
  expect(mail).not.toBe(before.mail);
  expect({ ...others, mail: before.mail }).toEqual(before);
});
