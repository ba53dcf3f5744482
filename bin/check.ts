/**
 * `npm test`: every check there is, in the order in which they are cheap. Each one runs whatever the others said, so
 * one run tells everything; any that fails makes the whole fail.
 *
 *     npm test                 all of it
 *     node bin/check.ts unit   only what is named: format, lint, types, unit, stack, traffic; `long` runs only when named
 */
import { spawn } from 'node:child_process';
import path from 'node:path';

type Check = {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Runs only when it is named. */
  readonly isAskedFor?: true;
};

const checks: readonly Check[] = [
  { name: 'format', command: 'oxfmt', args: ['--check', '.'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '.'] },
  { name: 'types', command: 'tsc', args: ['-p', '.'] },
  { name: 'unit', command: 'vitest', args: ['run', '--project', 'unit'] },
  { name: 'stack', command: 'vitest', args: ['run', '--project', 'stack'] },
  { name: 'traffic', command: process.execPath, args: [path.join(import.meta.dirname, 'check-traffic.ts')] },
  { name: 'long', command: 'vitest', args: ['run', '--project', 'long'], isAskedFor: true },
];

const root = path.resolve(import.meta.dirname, '..');
const bin = path.join(root, 'node_modules/.bin');

/** Runs one check with our own tools first in the path; answers its exit code. */
function run({ command, args }: Check): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(path.resolve(bin, command), args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}` },
    });
    child.once('error', () => resolve(127));
    child.once('close', (code) => resolve(code ?? 1));
  });
}

const wanted = new Set(process.argv.slice(2));
const chosen = checks.filter(({ name, isAskedFor }) => (wanted.size === 0 ? !isAskedFor : wanted.has(name)));
if (chosen.length === 0) throw new Error(`there are these checks: ${checks.map(({ name }) => name).join(', ')}`);

const outcomes: { readonly name: string; readonly code: number; readonly seconds: number }[] = [];
for (const check of chosen) {
  console.log(`\n── ${check.name} ──`);
  const begun = performance.now();
  const code = await run(check);
  outcomes.push({ name: check.name, code, seconds: Math.round((performance.now() - begun) / 100) / 10 });
}

console.log('\n── checks ──');
for (const { name, code, seconds } of outcomes)
  console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${name}  ${seconds} s`);
const failed = outcomes.filter(({ code }) => code !== 0).length;
console.log(`${outcomes.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
