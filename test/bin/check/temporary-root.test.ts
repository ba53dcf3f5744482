import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';

import { temporaryRoot } from '#bin/check/temporary-root.ts';

it.each([
  ['in memory where there is room', 8 * 2 ** 30, '/dev/shm'],
  ['on disk where memory is short', 64 * 2 ** 20, tmpdir()],
  ['on disk where no such folder exists', 0, tmpdir()],
])('a run keeps its files %s', (_where, bytes, folder) => {
  expect(temporaryRoot(() => bytes)).toBe(folder);
});
