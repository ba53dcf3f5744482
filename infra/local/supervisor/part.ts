import { spawn } from 'node:child_process';
import type { ChildProcess, Serializable } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { defaultBuildDirectory } from '../../build/content-addressed-build.ts';
import { StackError } from './stack-error.ts';
import type { PartMessage } from './supervised.ts';

/** One process of the stack. */
export type PartSettings = {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A Node process of ours reports when it serves; another program is polled until it replies. */
  readonly ready: 'by-message' | (() => Promise<boolean>);
  /** Asks whether it serves; throws or never ends when it does not. Asked of a part that is up. */
  readonly probe: () => Promise<unknown>;
  /** Interval and timeout of the polls; tests use shorter ones. */
  readonly patience?: Patience;
  /** Its output goes here; the gateway's errors go to the console instead. */
  readonly logFile: string;
  readonly errorsToConsole?: boolean;
  /** Called whenever the process was started, the first time included. */
  readonly onStart?: (part: Part) => void;
  /** Called whenever its state or its number has changed. */
  readonly onChange?: () => void;
};

/** When a part that is up counts as hung. */
export type Patience = {
  /** Delay between two probes, in milliseconds. */
  readonly everyMs: number;
  /** Timeout of one probe, in milliseconds. */
  readonly timeoutMs: number;
  /** Maximum number of probes in a row that fail before the process is killed. */
  readonly misses: number;
};

/** A busy machine makes a part slow, which is no reason to kill it. */
const usualPatience: Patience = { everyMs: 10_000, timeoutMs: 10_000, misses: 4 };

/** A process that is started again, on the same port, whenever it dies or hangs. */
export type Part = {
  readonly name: string;
  readonly pid: () => number | undefined;
  readonly state: () => 'starting' | 'up' | 'restarting';
  readonly restarts: () => number;
  /** Ends when the part serves for the first time; a part that cannot start at all rejects with a sentence. */
  readonly started: Promise<void>;
  readonly send: (message: Serializable) => void;
  readonly stop: () => Promise<void>;
  readonly kill: () => void;
};

/** A part that dies is back at once; one that keeps dying is tried less and less often. */
const firstPauseMs = 30;
const longestPauseMs = 2_000;
const startAttempts = 4;

/** Timeout for a part to end by itself, in milliseconds. */
const stopWaitMs = 3_000;

/** Starts a process and looks after it until `stop`. */
export function startPart(settings: PartSettings): Part {
  const { name } = settings;
  let child: ChildProcess | undefined;
  let state: 'starting' | 'up' | 'restarting' = 'starting';
  let isStopping = false;
  let restarts = 0;
  let failures = 0;
  let reason = '';
  let watch: NodeJS.Timeout | undefined;
  const started = Promise.withResolvers<void>();
  // The first start may fail before anything awaits it.
  started.promise.catch(() => undefined);

  const onUp = () => {
    if (state === 'restarting' && failures >= startAttempts) console.error(`The part "${name}" serves again.`);
    state = 'up';
    failures = 0;
    started.resolve();
    settings.onChange?.();
    if (child) watchOver(child);
  };

  /** Kills a process that lives and does not answer, so that it is started again. */
  const watchOver = (watched: ChildProcess, missed = 0) => {
    const { everyMs, timeoutMs, misses } = settings.patience ?? usualPatience;
    clearTimeout(watch);
    const look = async (): Promise<void> => {
      const answers = await answersWithin(settings.probe, timeoutMs);
      if (child !== watched || isStopping) return;
      if (answers || (missed + 1 < misses && !isStopped(watched.pid)))
        return watchOver(watched, answers ? 0 : missed + 1);
      console.error(`The part "${name}" hangs: it is started again.`);
      watched.kill('SIGKILL');
    };
    watch = setTimeout(() => void look(), everyMs).unref();
  };

  const onEnd = () => {
    child = undefined;
    if (isStopping) return;
    failures += 1;
    restarts += 1;
    if (state === 'starting' && failures === startAttempts) {
      started.reject(new StackError(`The part "${name}" does not start: ${reason || lastLines(settings.logFile)}`));
      return;
    }
    if (state === 'restarting' && failures === startAttempts) {
      const why = reason || lastLines(settings.logFile);
      console.error(`The part "${name}" cannot be started again, and is tried on: ${why}`);
    }
    if (state === 'up') state = 'restarting';
    settings.onChange?.();
    setTimeout(run, Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1)));
  };

  const run = () => {
    if (isStopping) return;
    let process: ChildProcess;
    try {
      process = spawnPart(settings);
    } catch (error) {
      // No memory or no file for one more process: a moment later there may be.
      reason = error instanceof Error ? error.message : String(error);
      onEnd();
      return;
    }
    child = process;
    process.once('error', (error) => {
      reason = error.message;
      if (process.pid === undefined) onEnd();
    });
    process.once('exit', onEnd);
    process.on('message', (message: PartMessage) => {
      if ('ready' in message) onUp();
      if ('failed' in message) reason = message.failed;
    });
    if (process.pid === undefined) return;
    settings.onStart?.(part);
    settings.onChange?.();
    if (settings.ready !== 'by-message') void askUntilReady(process, settings.ready).then(onUp);
  };

  const part: Part = {
    name,
    pid: () => child?.pid,
    state: () => state,
    restarts: () => restarts,
    started: started.promise,
    // A part that dies meanwhile gets the message again when it is back.
    send: (message) => void (child?.connected && child.send(message, () => undefined)),
    kill: () => void child?.kill('SIGKILL'),
    stop: async () => {
      isStopping = true;
      clearTimeout(watch);
      const ending = child;
      if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
      const ended = new Promise<void>((resolve) => {
        ending.once('exit', () => resolve());
      });
      if (ending.connected) ending.send({ kind: 'stop' }, () => ending.connected && ending.disconnect());
      else ending.kill('SIGTERM');
      const timer = setTimeout(() => ending.kill('SIGKILL'), stopWaitMs);
      await ended;
      clearTimeout(timer);
    },
  };
  // Runs after the caller has received the part.
  queueMicrotask(run);
  return part;
}

function spawnPart({ command, args, env, ready, logFile, errorsToConsole }: PartSettings): ChildProcess {
  // Only the owner may read a part's output: it holds keys, mails and card numbers of the demo.
  const umask = process.umask(0o077);
  let log: number | 'ignore' = 'ignore';
  try {
    log = openLog(logFile);
    const output = errorsToConsole ? 'inherit' : log;
    return spawn(command, args, {
      env: { ...systemEnvironment(), ...env },
      stdio: ready === 'by-message' ? ['ignore', log, output, 'ipc'] : ['ignore', log, output],
    });
  } finally {
    process.umask(umask);
    if (log !== 'ignore') closeSync(log);
  }
}

/** A part without a log is better than none: a full disk takes no new file. */
function openLog(file: string): number | 'ignore' {
  try {
    return openSync(file, 'a');
  } catch {
    return 'ignore';
  }
}

/** True when the system shows that a process was stopped by a signal; a slow process was not. */
function isStopped(pid: number | undefined): boolean {
  try {
    return /\) T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

async function answersWithin(probe: () => Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const timeout = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => timeout.resolve(false), timeoutMs);
  const answered = probe().then(
    () => true,
    () => false,
  );
  const outcome = await Promise.race([answered, timeout.promise]);
  clearTimeout(timer);
  return outcome;
}

/**
 * Environment that a part receives. It holds nothing of the developer's own AWS set-up, and no variable that means
 * something else to a part than to the stack, as SEED and PORT do.
 */
function systemEnvironment(): NodeJS.ProcessEnv {
  const system = /^(PATH|HOME|LANG|LC_.+|TMPDIR|TMP|TEMP|SystemRoot|JAVA_HOME|NODE_.+)$/i;
  const compileCache = { NODE_COMPILE_CACHE: path.join(defaultBuildDirectory, 'compile-cache') };
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => system.test(name)));
  return { ...compileCache, ...inherited };
}

/** Polls until the process is ready. Never ends for a process that dies first. */
async function askUntilReady(child: ChildProcess, isReady: () => Promise<boolean>): Promise<void> {
  for (;;) {
    const ready = await isReady().catch(() => false);
    if (child.exitCode !== null || child.signalCode !== null) return new Promise(() => undefined);
    if (ready) return;
    await sleep(15);
  }
}

function lastLines(file: string): string {
  try {
    return `its last words are\n${readFileSync(file, 'utf8').trimEnd().split('\n').slice(-8).join('\n')}`;
  } catch {
    return 'it says nothing.';
  }
}
