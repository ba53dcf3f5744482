/** The queue: fauxqs in a process of its own, with its state on disk. */
import { Server } from 'node:net';
import type { ListenOptions } from 'node:net';

import { startFauxqs } from 'fauxqs';

import { reportReady, superviseMe } from '../supervisor/supervised.ts';
import { requiredVariable } from './required-variable.ts';

superviseMe();
listenOnLoopbackOnly();
// Persistence needs the option: the package's own command line ignores the variable.
const { port } = await startFauxqs({
  port: Number(requiredVariable('PORT')),
  dataDir: requiredVariable('DATA_FOLDER'),
  logger: false,
});
reportReady(`http://127.0.0.1:${port}`);

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
