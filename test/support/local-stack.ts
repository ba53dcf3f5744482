import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { ownPorts } from '#infra/local/supervisor/ports.ts';
import type { Services } from '#infra/local/supervisor/services.ts';

/** The options of a stack. Everything has a default that suits a test: a free port, an empty folder, no demo. */
export type LocalStackOptions = {
  readonly port?: number;
  /** The folder of the data. A given folder is not removed at the end. */
  readonly dataDir?: string;
  readonly seed?: 'demo' | 'none';
  readonly env?: Readonly<Record<string, string>>;
  /** The script to start, from the repository's root. */
  readonly entry?: string;
};

/** A stack in a process group of its own. */
export type LocalStack = {
  readonly services: Services;
  readonly dataDir: string;
  readonly port: number;
  /** Returns all its output so far. */
  readonly output: () => string;
  /** Kills one part −9 by its name in `services.pids`, also when it was restarted since. */
  readonly killPart: (name: string) => Promise<void>;
  /** Stops the stack as Ctrl-C does, and returns its exit code. */
  readonly stop: () => Promise<number | null>;
  /** Kills every process −9 at once. */
  readonly killHard: () => Promise<void>;
  /** Starts another stack on the same data and port. This one must have ended. */
  readonly restart: () => Promise<LocalStack>;
  /** Ends the stack if it still runs and removes its data, so that a test leaves nothing behind. */
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

const root = path.resolve(import.meta.dirname, '../..');
/** Timeout for a start, in milliseconds. It is long for busy machines; a stack that ends earlier fails at once. */
const readyWithinMs = 540_000;
/** The command that starts the product. */
const productEntry = 'bin/local.ts';

/** Starts `node bin/local.ts` and returns when it says that it is ready. */
export async function startLocalStack(options: LocalStackOptions = {}): Promise<LocalStack> {
  const port = options.port ?? (await findFreePort());
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), 'satchel-'));
  const { child, output, exited } = spawnStack({ ...options, port, dataDir });
  const killHard = async (): Promise<void> => {
    // A process group is addressed by the negative id of its leader.
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGKILL');
    await exited;
  };
  try {
    await untilReady(output, exited);
  } catch (thrown) {
    await killHard();
    throw thrown;
  }
  const services = JSON.parse(readFileSync(path.join(dataDir, 'services.json'), 'utf8')) as Services;
  return {
    services,
    dataDir,
    port,
    output,
    killHard,
    killPart: async (name) => {
      const pid = await currentPid(services, name);
      process.kill(pid, 'SIGKILL');
    },
    stop: async () => {
      child.kill('SIGINT');
      return exited;
    },
    restart: () => startLocalStack({ ...options, port, dataDir }),
    [Symbol.asyncDispose]: async () => {
      await killHard();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts the stack's script, waits until it ends by itself and returns its output: for starts that must fail. */
export async function runLocalStackToItsEnd(
  options: LocalStackOptions & { readonly port: number; readonly dataDir: string },
): Promise<{ code: number | null; output: string }> {
  const { output, exited } = spawnStack(options);
  return { code: await exited, output: output() };
}

function spawnStack({
  port,
  dataDir,
  seed = 'none',
  env = {},
  entry = productEntry,
}: LocalStackOptions & { readonly port: number; readonly dataDir: string }): {
  child: ChildProcess;
  output: () => string;
  exited: Promise<number | null>;
} {
  const child = spawn(process.execPath, [path.join(root, entry)], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      SEED: seed,
      // Edits of code during the tests must not restart anything.
      WATCH: 'off',
      // Recorded calls are checked against the product's API, but a fixture has other routes. Its functions must not
      // share a process either, because the build does not know which files each of them needs to itself.
      ...(entry === productEntry ? {} : { RECORD_API: '', FUNCTIONS: 'apart' }),
      ...env,
    },
    // The IPC channel ends the stack when the tests are killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8');
    stream?.on('data', (chunk: string) => {
      text += chunk;
    });
  }
  const exited = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  return { child, output: () => text, exited };
}

async function untilReady(output: () => string, exited: Promise<unknown>): Promise<void> {
  let ended = false;
  void exited.then(() => {
    ended = true;
  });
  const deadline = performance.now() + readyWithinMs;
  while (!/^ready /m.test(output())) {
    if (ended || performance.now() > deadline) throw new Error(`The stack did not become ready:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  // People can use a stack with half of its demo; every test that needs the rest would fail for another reason.
  const seeding = /^The demo could not be seeded.*$/ms.exec(output())?.[0];
  if (seeding !== undefined) throw new Error(seeding);
}

/** Reads the present process id of a part from the health check, because it changes when the part is restarted. */
async function currentPid(services: Services, name: string): Promise<number> {
  const report = await fetch(`${services.control}/health`)
    .then((response) => response.json() as Promise<{ parts: Record<string, { pid?: number }> }>)
    .catch(() => undefined);
  const pid = report?.parts[name]?.pid ?? services.pids[name];
  if (pid === undefined) throw new Error(`The stack has no part ${name}.`);
  return pid;
}

const candidates = ownPorts(10_000, 20_000);

/** Finds a port without a listener, outside of the range that outgoing connections use. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = candidates.next().value;
    const free = await new Promise<boolean>((resolve) => {
      const server = createServer();
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (free) return port;
  }
}

/** True while a process runs. A zombie, which its parent has not reaped yet, counts as ended. */
export function isRunning(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  if (existsSync('/proc/self/stat')) return existsSync(stat) && !/\) Z /.test(readFileSync(stat, 'utf8'));
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
