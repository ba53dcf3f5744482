/** `npm run dev`: the whole product on this machine, with hot reload of the site. */
import { runUnderLocalNode } from './bootstrap.mjs';

void runUnderLocalNode('bin/dev.ts', { engine: true });
