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

  it('have one of the longest files each', () => {
    const longest = slowBrowsers.slice(0, 3);
    const shares = longest.map((_, at) => shareOf(browserFiles, at + 1, longest.length));
    const held = shares.map((share) => longest.filter((name) => share.some((file) => file.endsWith(name))).length);
    expect(held).toEqual([1, 1, 1]);
  });
});

it('names files that exist', () => {
  expect([...ownStacks, ...slowFirst, ...slowBrowsers].filter((file) => !existsSync(path.join(root, file)))).toEqual(
    [],
  );
});
