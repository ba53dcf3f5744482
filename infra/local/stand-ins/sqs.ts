/** The queue: fauxqs in a process of its own, with its state on disk. */
import { Server } from 'node:net';
import type { ListenOptions } from 'node:net';

import { startFauxqs } from 'fauxqs';

import { reportReady, superviseMe } from '../supervisor/supervised.ts';
import { requiredVariable } from './required-variable.ts';

superviseMe();
listenOnLoopbackOnly();
checkDelaysLessOften();
// Persistence needs the option: the package's own command line ignores the variable.
const { port } = await startFauxqs({
  port: Number(requiredVariable('PORT')),
  dataDir: requiredVariable('DATA_FOLDER'),
  logger: false,
});
reportReady(`http://127.0.0.1:${port}`);

/**
 * While a queue is polled, fauxqs checks every 20 ms whether the delay of a message is over, which is a fifth of the CPU of
 * an idle stack. A message that is sent ends the poll by itself; a delayed one may come up to 100 ms later.
 */
function checkDelaysLessOften(): void {
  const { setInterval } = globalThis;
  Reflect.set(globalThis, 'setInterval', (work: () => void, ms: number) => setInterval(work, Math.max(ms, 100)));
}

/** fauxqs binds every interface and has no option for it, and a queue of ours is nobody else's business. */
function listenOnLoopbackOnly(): void {
  const listen = Reflect.get(Server.prototype, 'listen') as (...args: unknown[]) => Server;
  Reflect.set(
    Server.prototype,
    'listen',
    function onLoopback(this: Server, options: ListenOptions, ...rest: unknown[]) {
      return Reflect.apply(listen, this, [{ ...options, host: '127.0.0.1' }, ...rest]);
    },
  );
}
