import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { watchFunctions } from '#infra/local/supervisor/watch-functions.ts';
import { eventually } from '#test/support/eventually.ts';

let folder: string;
let stop: () => void;
let builds: number;
let taken: string[];
let said: string[];
let failure: Error | undefined;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'satchel-watch-'));
  mkdirSync(path.join(folder, 'deep'));
  [builds, taken, said, failure] = [0, [], [], undefined];
  stop = watchFunctions(
    async () => {
      builds += 1;
      if (failure) throw failure;
      return { directory: `build-${builds}`, folderOf: (id) => id, bundled: ['cards.load'] };
    },
    ({ directory }) => taken.push(directory),
    { folders: [folder], report: (line) => said.push(line) },
  );
});
afterEach(() => {
  stop();
  rmSync(folder, { recursive: true });
});

const save = (text: string): void => writeFileSync(path.join(folder, 'deep/rule.ts'), text);

it('takes a changed file into the running stack, and names the functions that use it', async () => {
  save('1');
  await eventually(async () => expect(taken).toEqual(['build-1']));
  expect(said).toEqual([expect.stringMatching(/^changed: cards\.load \(/)]);
  save('2');
  await eventually(async () => expect(taken).toHaveLength(2));
});

it('keeps the running functions when the changed code does not build, and continues', async () => {
  failure = new Error('Build failed\nrule.ts:1: Expected ";"');
  save('half');
  await eventually(async () => expect(said).toEqual([expect.stringContaining('does not build')]));
  expect(taken).toEqual([]);
  failure = undefined;
  save('whole');
  await eventually(async () => expect(taken).toHaveLength(1));
});

it('builds nothing after it was stopped', async () => {
  stop();
  save('1');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(builds).toBe(0);
});
