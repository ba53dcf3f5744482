import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '#infra/build/content-addressed-build.ts';
import { plantedBugs } from './planted-bugs.ts';

describe('The list of defects that the suite must find', () => {
  it.each(plantedBugs)('can still plant: $name', ({ file, find, replace }) => {
    const text = readFileSync(path.join(repositoryRoot, file), 'utf8');
    expect(text.split(find)).toHaveLength(2);
    expect(replace).not.toBe(find);
  });

  it('has at least 200, each of its own', () => {
    expect(new Set(plantedBugs.map(({ name }) => name)).size).toBe(plantedBugs.length);
    expect(plantedBugs.length).toBeGreaterThanOrEqual(200);
  });
});
