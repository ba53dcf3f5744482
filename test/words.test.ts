import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/** Every text of the repository that people write, with its lines. */
const texts = execFileSync('git', ['ls-files', '--', '*.ts', '*.tsx', '*.mjs', '*.css', '*.md', '*.json', '*.yml'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && file !== 'package-lock.json' && file !== 'test/words.test.ts')
  .flatMap((file) => {
    try {
      const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
      return lines.map((line, index) => ({ place: `${file}:${index + 1}`, line }));
    } catch {
      // Listed, but deleted in this working tree.
      return [];
    }
  });

const placesOf = (pattern: RegExp): string[] =>
  texts.filter(({ line }) => pattern.test(line)).map(({ place, line }) => `${place} ${line.trim().slice(0, 120)}`);

it.each([
  [
    'a document outside of the repository',
    /\b(?:design|spec|providers)\/[a-z-]+\.md\b|\b(?:product|decisions|reliability)\.md\b/,
  ],
  ['a numbered issue', /\b[Ii]ssue #?\d+\b/],
])('cites nothing that a reader cannot open: %s', (_what, pattern) => {
  expect(placesOf(pattern)).toEqual([]);
});
