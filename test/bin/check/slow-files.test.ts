import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { ownStacks, shareOf, slowBrowsers, slowFirst } from '#bin/check/slow-files.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const browserFiles = readdirSync(path.join(root, 'test/browser')).map((name) => `/work/test/browser/${name}`);

describe('the shares of the browser tests', () => {
  it.each([1, 2, 3])('hold every file once, for %i shares', (count) => {
    const shares = Array.from({ length: count }, (_, at) => shareOf(browserFiles, at + 1, count));
    expect(shares.flat().toSorted()).toEqual(browserFiles.toSorted());
    const sizes = shares.map(({ length }) => length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  });

  it('do not both begin with the longest files', () => {
    const shares = [1, 2].map((index) => shareOf(browserFiles, index, 2));
    const holders = (name: string) => shares.map((share) => share.some((file) => file.endsWith(`/${name}.test.ts`)));
    expect(holders('failures')).not.toEqual(holders('first-flow'));
  });
});

it('names files that exist', () => {
  expect([...ownStacks, ...slowFirst, ...slowBrowsers].filter((file) => !existsSync(path.join(root, file)))).toEqual(
    [],
  );
});
