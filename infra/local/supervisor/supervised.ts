import { flushCompileCache } from 'node:module';

/** The messages of the supervisor to its parts. */
export type SupervisorMessage =
  /** Processes without a channel to the supervisor, which this one ends when the supervisor is gone. */
  { readonly kind: 'wards'; readonly pids: readonly number[] } | { readonly kind: 'stop' };

/** The message of a part to the supervisor once it serves. The simulators send the same one. */
export type PartMessage = { readonly ready: true; readonly url: string } | { readonly failed: string };

/**
 * Ties this process to the supervisor: it ends on request, and when the supervisor is gone, kill −9 included.
 * The database engine is no Node process and would live on alone, so every part also ends the wards that it knows of.
 */
export function superviseMe(stop: () => Promise<void> = () => Promise.resolve()): void {
  let wards: readonly number[] = [];
  let isStopping = false;
  // Ctrl-C reaches the whole group; the order of the end is the supervisor's business.
  process.on('SIGINT', () => undefined);
  process.on('message', (message: SupervisorMessage) => {
    if (message.kind === 'wards') wards = message.pids;
    if (message.kind === 'stop') {
      isStopping = true;
      void stop().finally(() => process.exit(0));
    }
  });
  process.on('disconnect', () => {
    // The channel is closed after a stop as well; what is under way may then still end.
    if (isStopping) return;
    for (const pid of wards) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // Another part was faster.
      }
    }
    process.exit(0);
  });
}

/**
 * Reports to the supervisor that this part serves. Saves the code that Node has compiled for that: a kill leaves no
 * other moment.
 */
export function reportReady(url: string): void {
  flushCompileCache();
  process.send?.({ ready: true, url } satisfies PartMessage);
}

/** Reports to the supervisor why this part cannot serve, and ends. */
export function reportFailure(error: unknown): void {
  process.send?.({ failed: error instanceof Error ? error.message : String(error) } satisfies PartMessage, () =>
    process.exit(1),
  );
}
