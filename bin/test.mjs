/** `npm test`: every check there is. */
import { runUnderLocalNode } from './bootstrap.mjs';

runUnderLocalNode('bin/check.ts');
