import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { flag, rest, withDefault } from './command-line/arguments.ts';
import { recordFigure, recordOption } from './command-line/figures.ts';
import { text, wholeNumber } from './command-line/kinds.ts';
import { CommandFailure, runCommand, type Values } from './command-line/run-command.ts';

/**
 * Mutation testing: `node bin/mutate.ts [ledger operations sign-in …] [--break 90]`. Changes every operator, condition,
 * literal and statement of a folder of `functions/domain`, or of an area beside the money, one at a time. Prints the
 * changes that no test notices. Stryker makes the mutants (npx fetches it: nothing else needs its 170 packages). Our
 * own runner runs them, a hundred times faster than a new vitest for each. It runs the folder's own tests; with
 * `--wide` also all tests of the money that need no engine, and a few stories of the simulation. `--static` adds
 * mutants in code that runs when a file is loaded, each in a process of its own. Fails when a folder's score is below
 * `--break` percent.
 */
const stryker = '@stryker-mutator/core@10.1.1';
const root = path.resolve(import.meta.dirname, '..');
const reports = path.join(root, '.build/mutation');
const money = ['ledger', 'operations', 'cards', 'deposits', 'referrals', 'events', 'idempotency'];
const routes = ['cards', 'transactions', 'referrals', 'operations', 'webhooks'];

/**
 * Paths of the code and of the tests of each area that is not a folder of `functions/domain` with tests under the same
 * name.
 */
const areas: Readonly<Record<string, { readonly code: string; readonly tests: readonly string[] }>> = {
  'sign-in': { code: 'functions/domain/auth', tests: ['test/domain/auth/*.test.ts', 'test/api/auth/*.test.ts'] },
  shells: { code: 'functions/runtime', tests: ['test/runtime/*.test.ts'] },
  keys: { code: 'functions/adapters/keys', tests: ['test/adapters/keys/*.test.ts'] },
  transport: { code: 'functions/adapters/http', tests: ['test/adapters/http/*.test.ts'] },
  issuer: {
    code: 'functions/adapters/issuer/bridgecard',
    tests: ['test/adapters/issuer/**/*.test.ts', 'test/api/webhooks/*.test.ts'],
  },
  payments: {
    code: 'functions/adapters/payments/cryptomus',
    tests: ['test/adapters/payments/**/*.test.ts', 'test/api/webhooks/*.test.ts'],
  },
};

/** The part of Stryker's report about each mutant. */
type Report = {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>;
};

const positionals = {
  folders: rest(
    text,
    `folders of functions/domain, or areas: ${Object.keys(areas).join(', ')} (default: ledger operations)`,
  ),
};
const options = {
  break: withDefault(wholeNumber({ max: 100 }), 90, 'score in per cent below which it fails'),
  files: withDefault(text, '**/*.ts', 'files of the folders'),
  wide: flag('also by all tests of the money that need no engine, and a few stories of the simulation'),
  static: flag('also mutants that take a process of their own'),
  record: recordOption,
};

await runCommand(
  import.meta,
  { summary: 'Mutation testing with Stryker: of the rules of money, and of areas beside it.', positionals, options },
  (values) => {
    mkdirSync(reports, { recursive: true });
    const scores = (values.folders.length > 0 ? values.folders : ['ledger', 'operations']).map((folder) => ({
      folder,
      ...scoreOf(folder, values),
    }));
    const lines = scores.map(({ folder, caught, mutants }) => {
      const score = (100 * caught) / mutants;
      if (score < values.break) process.exitCode = 1;
      return `${folder}: ${caught} of ${mutants} mutants caught, ${score.toFixed(1)} %`;
    });
    for (const line of lines) console.log(line);
    if (values.record) recordFigure('Mutants', lines.join('; '));
  },
);

/** Runs the mutants of one folder. */
function scoreOf(
  folder: string,
  values: Values<typeof positionals, typeof options>,
): { readonly caught: number; readonly mutants: number } {
  const report = path.join(reports, `${folder}.json`);
  const config = path.join(reports, `${folder}.config.json`);
  const area = areas[folder] ?? { code: `functions/domain/${folder}`, tests: [`test/domain/${folder}/*.test.ts`] };
  const others = money.filter((name) => name !== folder).map((name) => `test/domain/${name}/*.test.ts`);
  const served = routes.map((name) => `test/api/${name}/*.test.ts`);
  writeFileSync(
    config,
    JSON.stringify({
      testRunner: 'in-process',
      plugins: [path.join(root, 'test/mutation/stryker-runner.ts')],
      // The nearest tests come first: a mutant is finished at the first test that notices it.
      satchelTests: [
        ...area.tests,
        ...(values.wide ? [...others, 'test/shared/*.test.ts', ...served, 'test/mutation/short-simulation.ts'] : []),
      ],
      warnings: { unknownOptions: false },
      mutate: [`${area.code}/${values.files}`],
      coverageAnalysis: 'perTest',
      ignoreStatic: !values.static,
      concurrency: 1,
      // Stryker would rewrite tsconfig.json with another version of the compiler.
      tsconfigFile: 'none.json',
      ignorePatterns: ['.build', 'cdk.out', 'web', 'infra/aws', '.readme', '.local'],
      tempDirName: '.build/mutation/tmp',
      reporters: ['clear-text', 'json', 'progress-append-only'],
      clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
      jsonReporter: { fileName: report },
    }),
  );
  const { status } = spawnSync('npx', ['-y', '-p', stryker, 'stryker', 'run', config], { cwd: root, stdio: 'inherit' });
  if (status !== 0)
    throw new CommandFailure(
      `Stryker ended with ${status}; above stands why. Without a mutant all tests must be green.`,
    );
  const { files } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const listed = Object.values(files).flatMap(({ mutants }) => mutants);
  const counted = listed.filter(({ status: each }) => each !== 'Ignored' && each !== 'CompileError');
  const caught = counted.filter(({ status: each }) => each === 'Killed' || each === 'Timeout');
  return { caught: caught.length, mutants: counted.length };
}
