import { runStack } from './run-stack.ts';
import type { RunningStack, StackOptions } from './run-stack.ts';
import { StackError } from './stack-error.ts';
import { readStackSettings } from './stack-settings.ts';

/** npm, the starter and the terminal each pass the same Ctrl-C on: only one after this time is a second one. */
const sameSignalMs = 700;

/**
 * Runs a stack for as long as this process lives: the first SIGINT, SIGTERM or SIGHUP ends it in order, a second one
 * at once, and so does the end of the starter that holds the other end of the channel. What a person can put right is
 * told as a sentence.
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

  try {
    const settings = readStackSettings(process.env, root);
    await runStack({ ...options, settings }, (started) => {
      stoppable = started;
    });
  } catch (error) {
    if (stoppingSince !== undefined) return;
    stoppable?.kill();
    console.error(error instanceof StackError ? error.message : error);
    process.exit(1);
  }
}
