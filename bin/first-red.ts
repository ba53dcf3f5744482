import { globSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { registeredTests, registerFile, runTest } from '#test/mutation/registered-tests.ts';

/**
 * Runs files of tests in this process, in the order of the patterns, up to the first test that is red:
 * `node bin/first-red.ts 'test/domain/ledger/*.test.ts' …`. Prints that one, and why, and leaves with 1.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    next(
      specifier === 'vitest' ? new URL('../test/mutation/registered-tests.ts', import.meta.url).href : specifier,
      context,
    ),
});
const files = new Set(process.argv.slice(2).flatMap((pattern) => globSync(pattern).toSorted()));
let done = 0;
for (const file of files) {
  try {
    await registerFile(file, pathToFileURL(path.resolve(file)).href);
    for (const test of registeredTests().slice(done))
      await runTest(test).catch((thrown: unknown) => tell(test.id, thrown));
    done = registeredTests().length;
  } catch (thrown) {
    tell(file, thrown);
  }
}
console.log(`${done} tests, none red`);
process.exit(0);

function tell(id: string, thrown: unknown): never {
  const why = thrown instanceof Error ? thrown.message : 'something that is no error was thrown';
  console.log(`${id} — ${why.split('\n', 1)[0]}`);
  process.exit(1);
}
