import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { findDynamodbEngine, type DynamodbEngine } from '#infra/local/supervisor/dynamodb-engine.ts';
import { provisionTable } from '#infra/local/supervisor/provision.ts';
import { findFreePort } from './local-stack.ts';

const region = 'eu-central-1';

/** Timeout of a hook that waits for an engine, in milliseconds; long for busy machines. */
const engineStartMs = 180_000;

/** A database that speaks DynamoDB's API, in a process and a folder of its own. */
export type RunningEngine = {
  readonly endpoint: string;
  /** Makes a new client, so that a test may tamper with it. */
  client(): DynamoDBClient;
  /**
   * Makes an empty table and returns its name. With a stream that is not read, dynoxide gets slower with every write.
   */
  newTable(given?: { readonly hasStream: boolean }): Promise<string>;
  /** The folder of its files. */
  readonly directory: string;
  stop(): Promise<void>;
};

/** Returns the engines that this machine can run: dynoxide if it has a build, DynamoDB Local if there is Java. */
export function enginesHere(): readonly DynamodbEngine[] {
  const engines = [findDynamodbEngine(undefined)];
  try {
    engines.push(findDynamodbEngine('dynamodb-local'));
  } catch {
    // Without Java there is only the default engine.
  }
  return [...new Map(engines.map((engine) => [engine.name, engine])).values()];
}

/** Starts an engine and returns when it answers. A given folder is not removed at the end. */
export async function startEngine(engine: DynamodbEngine, given?: string): Promise<RunningEngine> {
  const directory = given ?? mkdtempSync(path.join(tmpdir(), 'satchel-dynamo-'));
  const port = await findFreePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const child = spawn(engine.command, engine.args(port, directory), { stdio: 'ignore' });
  const exited = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  const killWithUs = (): void => void child.kill('SIGKILL');
  process.once('exit', killWithUs);
  if (!process.listeners('SIGTERM').includes(exitOnTerm)) process.once('SIGTERM', exitOnTerm);
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
    process.removeListener('exit', killWithUs);
    if (given === undefined) rmSync(directory, { recursive: true, force: true });
  };
  await untilServing(endpoint, exited, engine.name);
  let tables = 0;
  return {
    endpoint,
    stop,
    directory,
    client: () =>
      new DynamoDBClient({ endpoint, region, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }),
    newTable: async ({ hasStream } = { hasStream: false }) => {
      tables += 1;
      const name = `satchel-${tables}`;
      await provisionTable(endpoint, region, name, { hasStream });
      return name;
    },
  };
}

/** Runs exit handlers at SIGTERM, by which vitest ends its processes: Node would end without them. */
function exitOnTerm(): void {
  process.exit();
}

const shared = new Map<string, Promise<RunningEngine>>();

/**
 * Returns the engine that all test files in a process share, and starts it at the first call: Java alone takes four
 * seconds of CPU. Each file makes tables of its own. The engine ends with the process.
 */
export function sharedEngine(engine: DynamodbEngine): Promise<RunningEngine> {
  const running = shared.get(engine.name) ?? startEngine(engine);
  shared.set(engine.name, running);
  return running;
}

async function untilServing(endpoint: string, exited: Promise<void>, name: string): Promise<void> {
  const deadline = performance.now() + engineStartMs - 5_000;
  while (performance.now() < deadline) {
    if (
      await fetch(endpoint).then(
        ({ status }) => status > 0,
        () => false,
      )
    )
      return;
    const pause = new Promise<'pause'>((resolve) => void setTimeout(() => resolve('pause'), 20));
    if ((await Promise.race([exited, pause])) !== 'pause') break;
  }
  throw new Error(`${name} does not start`);
}
