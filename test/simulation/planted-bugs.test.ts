import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { repositoryRoot } from '#infra/build/content-addressed-build.ts';
import type { PlantedBug } from './planted-bug.ts';
import { plantedBugs } from './planted-bugs.ts';
import { it as register, registeredTests, runTest, vi as standIn } from '../mutation/registered-tests.ts';

const filesLike = (pattern: string): readonly string[] => globSync(pattern, { cwd: repositoryRoot });
const tests = new Set(filesLike('test/**/*.test.ts'));

describe('The list of defects that the suite must find', () => {
  it.each(plantedBugs)('can still plant: $name', ({ file, find, replace }) => {
    const text = readFileSync(path.join(repositoryRoot, file), 'utf8');
    expect(text.split(find)).toHaveLength(2);
    expect(replace).not.toBe(find);
  });

  it('lists for each defect the own test of the changed file, or one that imports the file', () => {
    // A pattern may still match some file after the test that finds the defect has moved elsewhere.
    expect([...new Set(plantedBugs.filter(isSeenElsewhereOnly).map(({ file }) => file))]).toEqual([]);
  });

  it('names only tests that run without a worker of vitest', () => {
    const able = new Set([
      'fn',
      'mocked',
      'restoreAllMocks',
      'spyOn',
      'stubGlobal',
      'unstubAllGlobals',
      ...Object.keys(standIn),
    ]);
    const named = new Set(
      plantedBugs.flatMap(({ seenBy = [] }) => seenBy.flatMap((each) => filesLike(`test/${each}`))),
    );
    const unable = [...named].flatMap((file) =>
      [...readFileSync(path.join(repositoryRoot, file), 'utf8').matchAll(/\bvi\s*\.(\w+)/g)]
        .filter(([, member = '']) => !able.has(member))
        .map(([used]) => `${file}: ${used}`),
    );
    expect(named.size).toBeGreaterThan(100);
    expect(unable).toEqual([]);
  });

  it('runs each test with mocks that know no call of the test before it, as vitest does', async () => {
    const mock = vi.fn();
    const calls: number[] = [];
    for (const name of ['one', 'two']) {
      register(name, () => {
        mock();
        calls.push(mock.mock.calls.length);
      });
    }
    for (const test of registeredTests()) await runTest(test);
    expect(calls).toEqual([1, 1]);
  });

  it('has at least 200 defects with different names', () => {
    expect(new Set(plantedBugs.map(({ name }) => name)).size).toBe(plantedBugs.length);
    expect(plantedBugs.length).toBeGreaterThanOrEqual(200);
  });
});

/** True when a file has its own test, and `seenBy` names neither that test nor one that imports the file. */
function isSeenElsewhereOnly({ file, seenBy }: PlantedBug): boolean {
  const mirror = file.replace(/\.tsx?$/, '.test.ts');
  const own = [`test/${mirror}`, `test/${mirror.replace(/^functions\//, '')}`].filter((test) => tests.has(test));
  if (seenBy === undefined || own.length === 0) return false;
  const looked = seenBy.flatMap((pattern) => filesLike(`test/${pattern}`));
  return !looked.some((test) => own.includes(test) || imports(test, file));
}

function imports(test: string, file: string): boolean {
  return readFileSync(path.join(repositoryRoot, test), 'utf8').includes(`'#${file}'`);
}
