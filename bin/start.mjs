/** `npm start`: the whole product on this machine. */
import { runUnderLocalNode } from './bootstrap.mjs';

void runUnderLocalNode('bin/local.ts', { engine: true });
