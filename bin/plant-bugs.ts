import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { testSeed } from '#test/support/test-seed.ts';
import { seededChoices } from '#test/simulation/choices.ts';
import { FaultRunner } from '#test/mutation/fault-runner.ts';
import type { PlantedBug } from '#test/simulation/planted-bug.ts';
import { plantedBugs } from '#test/simulation/planted-bugs.ts';
import { seedMax } from './check/draw-seed.ts';
import { flag, optional, withDefault } from './command-line/arguments.ts';
import { recordFigure } from './command-line/figures.ts';
import { text, wholeNumber } from './command-line/kinds.ts';
import { runCommand, WrongCall } from './command-line/run-command.ts';

/**
 * Plants defects, one after another, and prints what finds each: `node bin/plant-bugs.ts [--only text] [--seeds 2000]`.
 * `--only` takes those whose name or file has the text.
 *
 * Money: in a copy of the code. First the tests beside the code that was changed and a few stories of the simulation;
 * for what they let pass all other tests of the money, and as many stories as `npm test` runs.
 *
 * Everything else: in memory, in one process, by the tests that each fault names; the test that turns red must be green
 * without the fault. `--faults` takes only these. `--sample 14` draws, by a seed that is printed, from those that are
 * recorded as found, and begins none after 14 seconds of CPU; `npm test` runs it.
 */
const root = path.resolve(import.meta.dirname, '..');
/** Faults outside money that were found when each was last planted with `--record`: CPU seconds by name. */
const confirmedFile = 'test/mutation/confirmed-faults.json';
const confirmed = JSON.parse(readFileSync(path.join(root, confirmedFile), 'utf8')) as Record<string, number>;
/** Maximum CPU seconds of one fault of the sample. */
const sampledCpuSecondsMax = 4;

/** Folder of the copied code, once it is copied. */
let copy = '';

/** Tests without an engine, by their subject: run in one process, in this order. */
const money = ['ledger', 'operations', 'cards', 'deposits', 'referrals', 'events', 'idempotency'].map(
  (name) => `domain/${name}`,
);
const routes = ['cards', 'transactions', 'referrals', 'operations', 'webhooks', 'admin'].map((name) => `api/${name}`);
const nearest: readonly (readonly [file: string, tests: readonly string[]])[] = [
  ['functions/domain/statistics', ['domain/statistics']],
  ['functions/domain/reconciliation', ['domain/reconciliation']],
  ['functions/adapters/payments', ['adapters/payments/**', 'infra/definition', 'api/webhooks']],
  ['functions/adapters/issuer', ['adapters/issuer/**', 'infra/definition', 'api/webhooks']],
  ['functions/api/webhooks', ['api/webhooks']],
  ['functions/domain/auth', ['domain/referrals', 'domain/auth', 'api/auth', 'api/user']],
  ['functions/domain/admin', ['domain/admin', 'api/admin', 'bin/make-admin.test.ts']],
  ['functions/runtime', [...routes, 'runtime']],
  // A grant that is too narrow shows only in a test that calls a route.
  ['infra/definition', ['infra/definition', ...routes]],
  // Only tests on an engine, or on its simulation, find these faults.
  [
    'functions/adapters/dynamo',
    ['adapters/dynamo/{checksum,table,table-reader}.test.ts', 'domain/reconciliation/by-hand.test.ts'],
  ],
  ...['operations', 'cards', 'deposits', 'referrals', 'events', 'idempotency'].map(
    (name) => [`functions/domain/${name}/`, [`domain/${name}`, ...money, ...routes]] as const,
  ),
  ['shared', ['shared', ...routes, ...money]],
  ['', [...money, ...routes]],
];
/** All other tests; they run on real engines where they need one. */
const others = ['adapters', 'domain', 'property', 'runtime', 'shared', 'api'].map((name) => `test/${name}`);

await runCommand(
  import.meta,
  {
    summary: 'Plants defects, one after another, and prints what finds each.',
    options: {
      only: withDefault(text, '', 'defects whose name or file has this text'),
      seeds: withDefault(wholeNumber({ min: 1 }), 2000, 'stories of the simulation for those that the tests let pass'),
      faults: flag('only the faults outside money, which name the tests that must see them'),
      sample: optional(
        wholeNumber({ min: 1 }),
        'only as many of those, drawn at random, as fit into this many seconds of CPU',
      ),
      record: flag(
        `records in ${confirmedFile} which of the faults outside money were found, and for how much CPU, and the result of a whole run in bin/FIGURES.md`,
      ),
      seed: withDefault(
        wholeNumber({ max: seedMax }),
        testSeed,
        'seed of the sample (default: TEST_SEED, else a new one)',
      ),
    },
  },
  async ({ only, seeds, faults, sample, record, seed }) => {
    const bugs = plantedBugs.filter(({ name, file }) => name.includes(only) || file.includes(only));
    const outside = bugs.filter(({ seenBy }) => seenBy !== undefined);
    if (sample !== undefined) console.log(`Seed ${seed}`);
    const looked =
      sample === undefined
        ? await lookForFaults(outside, { record })
        : await lookForFaults(shuffled(outside.filter(isForSample), seed), { cpuMs: sample * 1000, record });
    const inMoney = faults || sample !== undefined ? [] : bugs.filter(({ seenBy }) => seenBy === undefined);
    const lost = [...looked.lost, ...lostInMoney(inMoney, seeds)];
    for (const { name, file } of lost) console.log(`NOT FOUND  ${name} (${file})`);
    const count = looked.count + inMoney.length;
    const result = `${count - lost.length} of ${count} found`;
    console.log(result);
    const isWhole = only === '' && sample === undefined;
    if (record && isWhole) recordFigure(faults ? 'Seeded faults elsewhere' : 'Seeded defects', result);
    if (count === 0) throw new WrongCall('No defect has that text in its name or file.');
    if (lost.length > 0) process.exitCode = 1;
  },
);

/**
 * Plants faults in memory, as many as the limit of CPU time allows. Returns their number, and those that none of their
 * tests sees.
 */
async function lookForFaults(
  faults: readonly PlantedBug[],
  { cpuMs: cpuMsMax = Infinity, record }: { readonly cpuMs?: number; readonly record: boolean },
): Promise<{ readonly count: number; readonly lost: readonly PlantedBug[] }> {
  const runner = new FaultRunner();
  const lost: PlantedBug[] = [];
  let count = 0;
  for (const fault of faults) {
    const begunAtCpuMs = cpuMs();
    if (begunAtCpuMs > cpuMsMax) break;
    count += 1;
    const outcome = await runner.look(fault);
    const cpuSeconds = Number(((cpuMs() - begunAtCpuMs) / 1000).toFixed(1));
    const seconds = `${cpuSeconds} s`;
    if (record) {
      if (outcome.kind === 'found') confirmed[fault.name] = cpuSeconds;
      else delete confirmed[fault.name];
      writeConfirmed();
    }
    if (outcome.kind === 'found' && cpuMsMax !== Infinity) continue;
    if (outcome.kind === 'found') console.log(`found  ${fault.name} (${seconds}) — ${outcome.by}`);
    else {
      lost.push(fault);
      console.log(
        `${outcome.kind}  ${fault.name} (${seconds})${outcome.kind === 'no proof' ? ` — ${outcome.why}` : ''}`,
      );
    }
  }
  await runner.close();
  return { count, lost };
}

/** Returns the CPU time of this process so far, in milliseconds, its own loading included. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** True for a fault that is recorded as found at little CPU time. */
function isForSample({ name }: PlantedBug): boolean {
  return (confirmed[name] ?? Infinity) <= sampledCpuSecondsMax;
}

function writeConfirmed(): void {
  const sorted = Object.entries(confirmed).toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(path.join(root, confirmedFile), `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

/** Returns the items in an order that the seed decides. */
function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const choices = seededChoices(seed);
  const left = [...items];
  return items.flatMap(() => left.splice(choices.below(left.length), 1));
}

/** Returns the defects in money that no test and no story finds. */
function lostInMoney(bugs: readonly PlantedBug[], seeds: number): readonly PlantedBug[] {
  if (bugs.length === 0) return [];
  copy = mkdtempSync(path.join(tmpdir(), 'satchel-bugs-'));
  const names = readdirSync(root).filter((name) => name !== 'node_modules' && !name.startsWith('.'));
  for (const name of names) cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  try {
    const files = [...new Set(bugs.map(({ file }) => file))];
    // If the unchanged copy failed, every fault would count as found.
    expectSound(redBeside(files) ?? simulated(300));
    const hidden = bugs.filter((bug) => !isFound(bug, () => redBeside([bug.file]) ?? simulated(300)));
    if (hidden.length > 0) expectSound(redElsewhere());
    return hidden.filter((bug) => !isFound(bug, () => redElsewhere() ?? simulated(seeds)));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function expectSound(red: string | undefined): void {
  if (red !== undefined) throw new Error(`without a defect something is red already: ${red}`);
}

/** Returns true when a check turns red while the defect is there; prints that check. */
function isFound({ name, file, find, replace }: PlantedBug, look: () => string | undefined): boolean {
  const place = path.join(copy, file);
  const before = readFileSync(place, 'utf8');
  writeFileSync(
    place,
    before.replace(find, () => replace),
  );
  try {
    const by = look();
    if (by !== undefined) console.log(`found  ${name} — ${by}`);
    return by !== undefined;
  } finally {
    writeFileSync(place, before);
  }
}

/** Runs the tests near these files. Returns the first failed test, in words; undefined when all pass. */
function redBeside(files: readonly string[]): string | undefined {
  // The tests of the file itself, then those of its folder, then those of files that use it.
  const own = files
    .filter((file) => !file.startsWith('functions/adapters/dynamo'))
    .map((file) => file.replace(/^functions/, 'test').replace(/\.ts$/, '.test.ts'));
  const beside = files.flatMap((file) => nearest.find(([prefix]) => file.startsWith(prefix))?.[1] ?? []);
  const near = run(['bin/first-red.ts', ...own, ...beside.map(testsIn)]);
  return near.status === 0 ? undefined : `a test: ${near.stdout.trim() || near.stderr.slice(-300)}`;
}

/** Returns the pattern of a test file, or of all test files in a folder. */
function testsIn(name: string): string {
  return name.endsWith('.ts') ? `test/${name}` : `test/${name}/*.test.ts`;
}

function simulated(seeds: number): string | undefined {
  const proof = run(['bin/prove.ts', '--quick', '--from', '1', '--seeds', String(seeds)]);
  if (proof.status === 0) return undefined;
  return `the simulation: ${/^seed \d+: .*$/m.exec(proof.stdout)?.[0].slice(0, 160) ?? proof.stderr.slice(-200)}`;
}

function redElsewhere(): string | undefined {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project=unit', '--bail=1', '--reporter=dot'];
  const checked = run([...vitest, ...others]);
  if (checked.status === 0) return undefined;
  // oxlint-disable-next-line no-control-regex -- the colours of a terminal.
  const plain = (checked.stdout + checked.stderr).replaceAll(/\u001b\[\d+m/g, '');
  return `a test: ${/FAIL\s+(.*)/.exec(plain)?.[1] ?? plain.slice(-300)}`;
}

function run(args: readonly string[]): {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
} {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status, stdout, stderr };
}
