/** `npm test`: every check there is. */
import { runUnderLocalNode } from './bootstrap.mjs';

void runUnderLocalNode('bin/check.ts');
