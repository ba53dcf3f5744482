import { globSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { endSuites, registeredTests, registerFile, runTest } from '#test/mutation/registered-tests.ts';
import { rest } from './command-line/arguments.ts';
import { text } from './command-line/kinds.ts';
import { runCommand, WrongCall } from './command-line/run-command.ts';

/**
 * Runs files of tests in this process, in the order of the patterns, up to the first test that is red:
 * `node bin/first-red.ts 'test/domain/ledger/*.test.ts' …`. Prints that one, and why, and leaves with 1.
 */
let done = 0;

await runCommand(
  import.meta,
  {
    summary: 'Runs files of tests in this process up to the first test that fails, and prints that one.',
    positionals: { patterns: rest(text, "'test/domain/ledger/*.test.ts'") },
  },
  async ({ patterns }) => {
    if (patterns.length === 0) throw new WrongCall('<patterns …> is missing: the files of tests to run.');
    registerHooks({
      resolve: (specifier, context, next) =>
        next(
          specifier === 'vitest' ? new URL('../test/mutation/registered-tests.ts', import.meta.url).href : specifier,
          context,
        ),
    });
    const files = new Set(patterns.flatMap((pattern) => globSync(pattern).toSorted()));
    let red: string | undefined;
    for (const file of files) {
      red = await redIn(file);
      await endSuites();
      if (red !== undefined) break;
    }
    console.log(red ?? `${done} tests, none red`);
    process.exit(red === undefined ? 0 : 1);
  },
);

/** The first red test of a file, and why. */
async function redIn(file: string): Promise<string | undefined> {
  let id = file;
  try {
    await registerFile(file, pathToFileURL(path.resolve(file)).href);
    for (const test of registeredTests().slice(done)) {
      ({ id } = test);
      await runTest(test);
      done += 1;
    }
    return undefined;
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : 'something that is no error was thrown';
    return `${id} — ${why.split('\n', 1)[0]}`;
  }
}
