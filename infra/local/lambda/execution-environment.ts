import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';

import type { FunctionDefinition } from '../../definition/types.ts';
import { failed, payloadLimitBytes } from './invocation.ts';
import type { HostedFunction, InvocationOutcome, Invocation } from './invocation.ts';
import type { WorkerMessage, WorkerSettings } from './worker.ts';

/**
 * Timeout for a function to load, in seconds. Lambda gives ten on a core of its own; here a hundred threads may share
 * two cores.
 */
const initTimeoutSeconds = 30;

/** One worker thread that stands for one Lambda execution environment. */
export type ExecutionEnvironment = {
  /** Runs one event of a function; never two at once. Does not reject: a dead worker is a failed invocation. */
  readonly invoke: (
    invocation: Pick<Invocation, 'requestId' | 'event'>,
    placed: PlacedFunction,
  ) => Promise<InvocationOutcome>;
  /** False once the worker has died or was stopped: the next event needs another one. */
  readonly isAlive: () => boolean;
  /** Returns when the bundle was loaded, by `performance.now()`; undefined before that. */
  readonly loadedAtMs: () => number | undefined;
  readonly stop: () => Promise<void>;
};

/** A function, where it lies, and what its grant puts into its environment. */
export type PlacedFunction = {
  readonly fn: FunctionDefinition;
  /** The folder with the function's `index.mjs`. */
  readonly folder: string;
  readonly variables: Readonly<Record<string, string>>;
};

/** The settings of an environment. */
export type EnvironmentSettings = {
  /** The function for which it is started, and which it loads at once. */
  readonly first: PlacedFunction;
  readonly limits: { readonly memoryMb: number; readonly youngMb: number };
  /** The compiled worker.ts. */
  readonly workerScript: string;
  readonly region: string;
  readonly clock: SharedArrayBuffer;
  readonly onOutput: (line: string) => void;
  /** Called with the duration of the start, in milliseconds. */
  readonly onLoaded?: (elapsedMs: number) => void;
};

/** Starts a worker. The bundle loads meanwhile; the first event waits for it. */
export function startExecutionEnvironment(settings: EnvironmentSettings): ExecutionEnvironment {
  const { first, region } = settings;
  const begunAtMs = performance.now();
  const logStream = `local/[$LATEST]${randomUUID().replaceAll('-', '')}`;
  const hosted = (placed: PlacedFunction): HostedFunction => hostedFunction(placed, region, logStream);
  const worker = startWorker(settings, hosted(first), logStream);
  let isAlive = true;
  let deathReason = 'Runtime exited';
  let loadedAtMs: number | undefined;
  let settle: ((outcome: InvocationOutcome) => void) | undefined;
  let onLoaded: (() => void) | undefined;

  const die = (outcome: InvocationOutcome) => {
    isAlive = false;
    settle?.(outcome);
    void worker.terminate();
  };
  worker.on('message', (message: WorkerMessage) => {
    if (message.kind === 'ready') {
      loadedAtMs = performance.now();
      settings.onLoaded?.(loadedAtMs - begunAtMs);
      onLoaded?.();
    } else {
      settle?.(message);
    }
  });
  worker.on('error', (error) => {
    deathReason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    settings.onOutput(`${first.fn.id} died: ${error instanceof Error ? (error.stack ?? deathReason) : deathReason}`);
  });
  worker.on('exit', () => die(failed('Runtime.ExitError', deathReason)));

  return {
    isAlive: () => isAlive,
    loadedAtMs: () => loadedAtMs,
    stop: async () => {
      deathReason = 'The environment was stopped';
      await worker.terminate();
    },
    invoke: async (invocation, placed) => {
      const { fn } = placed;
      if (!isAlive) return failed('Runtime.ExitError', deathReason);
      const outcome = await new Promise<InvocationOutcome>((resolve) => {
        const limit = (seconds: number) =>
          setTimeout(() => {
            const text = `RequestId: ${invocation.requestId} Error: Task timed out after ${seconds.toFixed(2)} seconds`;
            die(failed('Sandbox.Timedout', text));
          }, seconds * 1000);
        let timer = limit(loadedAtMs === undefined ? initTimeoutSeconds : fn.timeoutSeconds);
        settle = (result) => {
          clearTimeout(timer);
          settle = undefined;
          onLoaded = undefined;
          resolve(result);
        };
        // The function's own time begins when its bundle is loaded, as Lambda counts it.
        onLoaded = () => {
          clearTimeout(timer);
          timer = limit(fn.timeoutSeconds);
        };
        worker.postMessage({ ...invocation, of: hosted(placed) } satisfies Invocation, []);
      });
      if (outcome.kind === 'returned' && Buffer.byteLength(outcome.payload) > payloadLimitBytes) {
        return failed('Function.ResponseSizeTooLarge', `Response payload size exceeded ${payloadLimitBytes} bytes.`);
      }
      return outcome;
    },
  };
}

function hostedFunction({ fn, folder, variables }: PlacedFunction, region: string, logStream: string): HostedFunction {
  const functionName = fn.id.replaceAll('.', '-');
  return {
    bundle: path.join(folder, 'index.mjs'),
    functionName,
    functionArn: `arn:aws:lambda:${region}:000000000000:function:${functionName}`,
    memoryMb: fn.memoryMb,
    timeoutSeconds: fn.timeoutSeconds,
    variables: {
      ...variables,
      AWS_REGION: region,
      AWS_DEFAULT_REGION: region,
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      AWS_LAMBDA_FUNCTION_NAME: functionName,
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(fn.memoryMb),
      AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${functionName}`,
      AWS_LAMBDA_LOG_STREAM_NAME: logStream,
      LAMBDA_TASK_ROOT: folder,
      _HANDLER: 'index.handler',
      TZ: 'UTC',
    },
  };
}

function startWorker(
  { first: { fn }, workerScript, clock, limits, onOutput }: EnvironmentSettings,
  first: HostedFunction,
  logStream: string,
): Worker {
  const worker = new Worker(workerScript, {
    name: fn.id,
    workerData: {
      first,
      // Beside the builds of one definition, and gone with them.
      compileCache: path.join(path.dirname(path.dirname(first.bundle)), '.compile-cache'),
      clock,
      logStream,
    } satisfies WorkerSettings,
    env: first.variables,
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: limits.youngMb },
    stdout: true,
    stderr: true,
  });
  forwardLines(worker.stdout, onOutput);
  forwardLines(worker.stderr, onOutput);
  return worker;
}

function forwardLines(stream: Readable, onLine: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') onLine(line);
  });
  stream.on('end', () => {
    if (rest.trim() !== '') onLine(rest);
  });
}
