/**
 * One execution environment, seen from inside: a worker thread with its own environment variables, module graph and
 * heap, that loads a bundle once and handles one event at a time. Where functions are together (function-pool.ts) it
 * loads another one when its first event comes.
 */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { FunctionError, HostedFunction, Invocation, InvocationOutcome } from './invocation.ts';

/** The data that the gateway gives a new worker. */
export type WorkerSettings = {
  /** The function for which it was started: it is loaded at once. */
  readonly first: HostedFunction;
  /**
   * Folder of Node's compile cache: loading bundles takes most of a restart after a kill −9. Node writes each file
   * beside and renames it, and ignores one whose checksum is wrong.
   */
  readonly compileCache: string;
  readonly clock: SharedArrayBuffer;
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

const handlers = new Map<string, Handler>();
let current = settings.first;
await become(settings.first);
/** Functions that had an event here. */
const called = new Set<string>();
port.on('message', (invocation: Invocation) => {
  void handle(invocation).then((outcome) => {
    port.postMessage(outcome);
    const { functionName } = invocation.of;
    // Saves the compiled code now, because a kill leaves no later moment; not earlier, because the first event compiles
    // most functions.
    if (!called.has(functionName)) setImmediate(flushCompileCache);
    called.add(functionName);
  });
});
port.postMessage({ kind: 'ready' } satisfies WorkerMessage);

/** Takes on the environment of a function, which nothing else here reads meanwhile, and returns its handler. */
async function become(fn: HostedFunction): Promise<Handler> {
  if (current.functionName !== fn.functionName) process.env = { ...fn.variables };
  current = fn;
  const known = handlers.get(fn.bundle);
  if (known) return known;
  const { handler } = (await import(pathToFileURL(fn.bundle).href)) as { handler?: unknown };
  if (typeof handler !== 'function') throw new Error(`${fn.functionName} exports no handler.`);
  handlers.set(fn.bundle, handler as Handler);
  return handler as Handler;
}

async function handle({ requestId, event, of }: Invocation): Promise<InvocationOutcome> {
  try {
    const handler = await become(of);
    const result: unknown = await handler(JSON.parse(event), contextOf(of, requestId));
    return { kind: 'returned', payload: JSON.stringify(result) ?? 'null' };
  } catch (error) {
    return { kind: 'failed', error: functionErrorOf(error) };
  }
}

function contextOf(
  { functionName, functionArn, memoryMb, timeoutSeconds }: HostedFunction,
  requestId: string,
): Record<string, unknown> {
  // Remaining time is real time: advancing the product's clock does not shorten an invocation.
  const deadline = performance.now() + timeoutSeconds * 1000;
  return {
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: functionArn,
    memoryLimitInMB: String(memoryMb),
    awsRequestId: requestId,
    logGroupName: `/aws/lambda/${functionName}`,
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
