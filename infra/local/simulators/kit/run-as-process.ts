import { flushCompileCache } from 'node:module';

/** A started simulator. */
type Running = { readonly url: string; close(): Promise<void> };

/** Announces a simulator that is a process of its own to its parent, and closes it when it is to stop. */
export function runAsProcess(name: string, simulator: Running): void {
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    void simulator.close().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // The channel breaks when the parent dies, however it dies; a simulator without its stack must not linger.
  process.on('disconnect', stop);
  // Saves the code that Node has compiled now: kill −9 leaves no other moment.
  flushCompileCache();
  process.send?.({ ready: true, url: simulator.url });
  console.log(`${name} ready at ${simulator.url}`);
}
