import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { plantedBugs, type PlantedBug } from '#test/simulation/planted-bugs.ts';

/**
 * Plants defects in a copy of the money code, one after another, and tells what finds each:
 * `node bin/plant-bugs.ts [--seeds 2000] [--only text]`. First the simulation; what it lets pass, the tests of the rules.
 */
const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '2000' }, only: { type: 'string', default: '' } },
});
const root = path.resolve(import.meta.dirname, '..');
const copy = mkdtempSync(path.join(tmpdir(), 'satchel-bugs-'));
const folders = ['bin', 'functions', 'infra', 'shared', 'test', 'package.json', 'tsconfig.json', 'vitest.config.ts'];
for (const folder of folders) cpSync(path.join(root, folder), path.join(copy, folder), { recursive: true });
symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));

const tests = [
  'test/domain/ledger',
  'test/domain/operations',
  'test/domain/cards',
  'test/domain/deposits',
  'test/domain/referrals',
  'test/property',
  'test/adapters/dynamo',
  'test/runtime/run-once.test.ts',
  'test/shared',
  'test/api/cards/load.test.ts',
];

try {
  // A copy that is red by itself would find everything.
  const sound = findsSomething();
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
    return findsSomething();
  } finally {
    writeFileSync(place, before);
  }
}

/** What is red in the copy as it is, in words; undefined when all is well. */
function findsSomething(): string | undefined {
  const proof = run(['bin/prove.ts', '--quick', '--seeds', values.seeds]);
  if (proof.status !== 0) {
    return `the simulation: ${/^seed \d+: .*$/m.exec(proof.stdout)?.[0].slice(0, 160) ?? proof.stderr.slice(-200)}`;
  }
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project=unit', '--bail=1', '--reporter=dot'];
  const checked = run([...vitest, ...tests]);
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
