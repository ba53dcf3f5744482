import { flushCompileCache } from 'node:module';

import { BuildFailure } from '../../build/content-addressed-build.ts';
import { runStack } from './run-stack.ts';
import type { RunningStack, StackOptions } from './run-stack.ts';
import { StackError } from './stack-error.ts';
import { readStackSettings } from './stack-settings.ts';

/** npm, the starter and the terminal each pass the same Ctrl-C on: only one after this time is a second one. */
const sameSignalMs = 700;

/**
 * Runs a stack for as long as this process lives. The first SIGINT, SIGTERM or SIGHUP ends it in order; a second one
 * ends it at once, and so does the end of the starter at the other end of the channel. An error that a person can put
 * right is printed as one sentence.
 */
export async function superviseStack(root: string, options: Omit<StackOptions, 'settings'>): Promise<void> {
  let stoppable: Pick<RunningStack, 'stop' | 'kill'> | undefined;
  let stoppingSince: number | undefined;

  const stop = () => {
    if (stoppingSince === undefined) {
      stoppingSince = performance.now();
      void (stoppable?.stop() ?? Promise.resolve()).finally(() => process.exit(0));
    } else if (performance.now() - stoppingSince > sameSignalMs) {
      stoppable?.kill();
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  if (process.channel) process.on('disconnect', stop);
  // An output that cannot be written (a closed pipe, a full disk) must not end the stack.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

  try {
    const settings = readStackSettings(process.env, root);
    await runStack({ ...options, settings }, (started) => {
      stoppable = started;
    });
    // Now: a stack of a test is killed, which leaves no other moment to keep the code that Node has compiled.
    flushCompileCache();
  } catch (error) {
    if (stoppingSince !== undefined) return;
    stoppable?.kill();
    console.error(sentenceOf(error) ?? error);
    process.exit(1);
  }
}

/** Returns the sentence of an error that a person can mend, such as a full or locked disk; undefined for a bug. */
function sentenceOf(error: unknown): string | undefined {
  if (error instanceof StackError || error instanceof BuildFailure) return error.message;
  const { code, path: file } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `The disk is full (${code}${file ? `, ${file}` : ''}): make room and start again.`;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `${file ?? 'A file'} cannot be written (${code}): it belongs to another user, or the disk is read-only.`;
  return undefined;
}
