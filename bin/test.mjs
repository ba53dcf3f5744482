/** `npm test`: every check there is. */
import { runUnderLocalNode } from './bootstrap.mjs';

/** Parts of the checks that take neither an engine nor a browser, and those that take a browser. */
const plain = ['format', 'lint', 'types'];
const inBrowser = ['site', 'walk'];

const args = process.argv.slice(2);
const parts = args.filter((arg) => /^[a-z]/.test(arg));
void runUnderLocalNode('bin/check.ts', {
  engine: parts.length === 0 || parts.some((part) => !plain.includes(part)),
  browser: parts.length === 0 || parts.some((part) => inBrowser.includes(part)),
});
