/**
 * One execution environment, seen from inside: a worker thread with its own environment variables, module graph and
 * heap, that loads one bundle once and handles one event at a time.
 */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { FunctionError, Invocation, InvocationOutcome } from './invocation.ts';

/** The data that the gateway gives a new worker. */
export type WorkerSettings = {
  readonly bundle: string;
  /**
   * Folder of Node's compile cache: loading bundles takes most of a restart after a kill −9. Node writes each file
   * beside and renames it, and ignores one whose checksum is wrong.
   */
  readonly compileCache: string;
  readonly clock: SharedArrayBuffer;
  readonly functionName: string;
  readonly functionArn: string;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  readonly logStream: string;
};

/** The messages of a worker: one when its bundle is loaded, then one per invocation. */
export type WorkerMessage = { readonly kind: 'ready' } | InvocationOutcome;

type Handler = (event: unknown, context: unknown) => unknown;

const settings = workerData as WorkerSettings;
const port = parentPort;
if (!port) throw new Error('worker.ts runs as a worker thread.');

followVirtualClock(settings.clock);
enableCompileCache(settings.compileCache);

const handler = await loadHandler();
let isFirst = true;
port.on('message', (invocation: Invocation) => {
  void handle(invocation).then((outcome) => {
    port.postMessage(outcome);
    // Now, as a kill leaves no other time; and not before, as the first event has most functions compiled.
    if (isFirst) setImmediate(flushCompileCache);
    isFirst = false;
  });
});
port.postMessage({ kind: 'ready' } satisfies WorkerMessage);

async function loadHandler(): Promise<Handler> {
  const { handler } = (await import(pathToFileURL(settings.bundle).href)) as { handler?: unknown };
  if (typeof handler !== 'function') throw new Error(`${settings.functionName} exports no handler.`);
  return handler as Handler;
}

async function handle({ requestId, event }: Invocation): Promise<InvocationOutcome> {
  try {
    const result: unknown = await handler(JSON.parse(event), contextOf(requestId));
    return { kind: 'returned', payload: JSON.stringify(result) ?? 'null' };
  } catch (error) {
    return { kind: 'failed', error: functionErrorOf(error) };
  }
}

function contextOf(requestId: string): Record<string, unknown> {
  // Remaining time is real time: advancing the product's clock does not shorten an invocation.
  const deadline = performance.now() + settings.timeoutSeconds * 1000;
  return {
    functionName: settings.functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: settings.functionArn,
    memoryLimitInMB: String(settings.memoryMb),
    awsRequestId: requestId,
    logGroupName: `/aws/lambda/${settings.functionName}`,
    logStreamName: settings.logStream,
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, Math.floor(deadline - performance.now())),
  };
}

function functionErrorOf(error: unknown): FunctionError {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error) };
  return { errorType: error.name, errorMessage: error.message, trace: error.stack?.split('\n') ?? [] };
}

/** Makes `Date` of this thread follow the clock. Timers keep counting real time. */
function followVirtualClock(memory: SharedArrayBuffer): void {
  const offset = new BigInt64Array(memory);
  const realNow = Date.now;
  const RealDate = Date;
  const now = () => realNow() + Number(Atomics.load(offset, 0));
  RealDate.now = now;
  globalThis.Date = new Proxy(RealDate, {
    apply: () => new RealDate(now()).toString(),
    construct: (target, args: unknown[], newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
  });
  RealDate.prototype.constructor = globalThis.Date;
}
