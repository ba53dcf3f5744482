/** npm runs this at the end of `npm ci` and `npm install`, under whatever Node the machine has. */
import { runAfterInstall } from './bootstrap.mjs';

void runAfterInstall('bin/prepare.ts');
