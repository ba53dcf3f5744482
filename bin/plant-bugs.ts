import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { plantedBugs, type PlantedBug } from '#test/simulation/planted-bugs.ts';

/**
 * Plants defects in a copy of the money code, one after another, and tells what finds each:
 * `node bin/plant-bugs.ts [--only text] [--seeds 2000]`. First the tests beside the code that was changed, then a few
 * stories of the simulation, then all other tests of the money, then as many stories as `npm test` runs. `--only` takes
 * those whose name or file has the text.
 */
const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '2000' }, only: { type: 'string', default: '' } },
});
const root = path.resolve(import.meta.dirname, '..');
const copy = mkdtempSync(path.join(tmpdir(), 'satchel-bugs-'));
const folders = ['bin', 'functions', 'infra', 'shared', 'test', 'package.json', 'tsconfig.json', 'vitest.config.ts'];
for (const folder of folders) cpSync(path.join(root, folder), path.join(copy, folder), { recursive: true });
symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));

/** Tests that need no engine, by what they test: run in one process, in this order. */
const money = ['ledger', 'operations', 'cards', 'deposits', 'referrals', 'events', 'idempotency'].map(
  (name) => `domain/${name}`,
);
const routes = ['cards', 'transactions', 'referrals', 'operations', 'webhooks', 'admin'].map((name) => `api/${name}`);
const nearest: readonly (readonly [file: string, tests: readonly string[]])[] = [
  ['functions/domain/figures', ['domain/figures']],
  ['functions/domain/reconciliation', ['domain/reconciliation']],
  ['functions/adapters/payments', ['adapters/payments/**', 'api/webhooks']],
  ['functions/adapters/issuer', ['adapters/issuer/**', 'api/webhooks']],
  ['functions/api/webhooks', ['api/webhooks']],
  ['functions/domain/auth', ['domain/referrals', 'domain/auth', 'api/auth']],
  ['functions/domain/admin', ['domain/admin', 'api/admin']],
  ['functions/runtime', ['runtime', ...routes]],
  ...['operations', 'cards', 'deposits', 'referrals', 'events', 'idempotency'].map(
    (name) => [`functions/domain/${name}/`, [`domain/${name}`, ...money, ...routes]] as const,
  ),
  ['shared', ['shared', ...routes, ...money]],
  ['', [...money, ...routes]],
];
/** All others, on real engines where they take some. */
const others = ['adapters', 'domain', 'property', 'runtime', 'shared', 'api'].map((name) => `test/${name}`);

try {
  // A copy that is red by itself would find everything.
  const sound = redIn(['', 'functions/domain/figures', 'functions/adapters/payments', 'functions/runtime'], 300);
  if (sound !== undefined) throw new Error(`without a defect something is red already: ${sound}`);
  let found = 0;
  const bugs = plantedBugs.filter(({ name, file }) => name.includes(values.only) || file.includes(values.only));
  for (const bug of bugs) {
    const by = whoFinds(bug);
    if (by !== undefined) found += 1;
    console.log(`${by === undefined ? 'NOT FOUND' : 'found'}  ${bug.name} — ${by ?? 'by nobody'}`);
  }
  console.log(`${found} of ${bugs.length} found`);
  if (found < bugs.length) process.exitCode = 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}

/** What turned red, in words; undefined when nothing did. */
function whoFinds({ file, find, replace }: PlantedBug): string | undefined {
  const place = path.join(copy, file);
  const before = readFileSync(place, 'utf8');
  writeFileSync(
    place,
    before.replace(find, () => replace),
  );
  try {
    return redIn([file], 300) ?? simulated(Number(values.seeds));
  } finally {
    writeFileSync(place, before);
  }
}

/** What is red in the copy as it is, beginning with the tests beside these files; undefined when all is well. */
function redIn(files: readonly string[], seeds: number): string | undefined {
  const beside = files.flatMap((file) => nearest.find(([prefix]) => file.startsWith(prefix))?.[1] ?? []);
  const near = run(['bin/first-red.ts', ...beside.map((name) => `test/${name}/*.test.ts`)]);
  if (near.status !== 0) return `a test: ${near.stdout.trim() || near.stderr.slice(-300)}`;
  return simulated(seeds) ?? testedByOthers();
}

function simulated(seeds: number): string | undefined {
  const proof = run(['bin/prove.ts', '--quick', '--seeds', String(seeds)]);
  if (proof.status === 0) return undefined;
  return `the simulation: ${/^seed \d+: .*$/m.exec(proof.stdout)?.[0].slice(0, 160) ?? proof.stderr.slice(-200)}`;
}

function testedByOthers(): string | undefined {
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
