/** `npm start`: the whole product on this machine. */
import { runUnderLocalNode } from './bootstrap.mjs';

runUnderLocalNode('bin/local.ts');
