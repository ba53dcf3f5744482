import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

import { StackError } from './stack-error.ts';
import { writeFileAtomically } from './write-file-atomically.ts';

const portNames = ['control', 'dynamodb', 'issuer', 'mail', 'payments', 'secrets', 'sqs'] as const;

/** The ports of everything but the site. */
export type StackPorts = Readonly<Record<(typeof portNames)[number], number>>;

/** Below the range from which systems take ports for outgoing connections, so that a part always gets its port back. */
const firstPort = 20_000;
const lastPort = 32_000;

/** Refuses with a sentence when something listens on the site's port. */
export async function claimSitePort(port: number): Promise<void> {
  const code = await tryPort(port);
  if (code === undefined) return;
  if (code === 'EADDRINUSE') {
    throw new StackError(
      `Port ${port} is taken by another program. Stop it, or choose another port: PORT=${port < 65_000 ? port + 100 : 3100} npm start.`,
    );
  }
  if (code === 'EACCES') {
    throw new StackError(
      `Port ${port} needs more rights than this user has. Choose one above 1023: PORT=3100 npm start.`,
    );
  }
  throw new StackError(`Port ${port} cannot be used (${code}). Choose another: PORT=3100 npm start.`);
}

/**
 * Returns the ports of the last run where they are still free, so that addresses given to others stay true; else new
 * ones.
 */
export async function choosePorts(file: string, sitePort: number): Promise<StackPorts> {
  const remembered = readPorts(file);
  const candidates = ownPorts(firstPort, lastPort);
  const taken = new Set([sitePort]);
  const free = async (port: number): Promise<boolean> => !taken.has(port) && (await tryPort(port)) === undefined;
  const ports: Record<string, number> = {};
  for (const name of portNames) {
    const port = remembered[name];
    if (port === undefined || !(await free(port))) continue;
    taken.add(port);
    ports[name] = port;
  }
  for (const name of portNames) {
    if (ports[name] !== undefined) continue;
    let port = candidates.next().value;
    while (!(await free(port))) port = candidates.next().value;
    taken.add(port);
    ports[name] = port;
  }
  writeFileAtomically(file, JSON.stringify(ports));
  return ports as StackPorts;
}

/** Number of ports that each process has to itself. */
const ownCount = 16;

/**
 * Proposes ports from `first` up to `last`, this process's own ones before any others. Between the look at a port and its
 * use another stack may take it: those that start at the same moment do not look at the same ports, because their process
 * ids differ.
 */
export function* ownPorts(first: number, last: number, pid = process.pid): Generator<number, never> {
  const begin = first + (pid % Math.floor((last - first) / ownCount)) * ownCount;
  for (let port = begin; port < begin + ownCount; port += 1) yield port;
  for (;;) yield randomInt(first, last);
}

function readPorts(file: string): Partial<StackPorts> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<StackPorts>;
  } catch {
    return {};
  }
}

/** Returns why a port cannot be used now; undefined when it can. */
async function tryPort(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ port, host: '127.0.0.1' }, () => server.close(() => resolve(undefined)));
  });
}
