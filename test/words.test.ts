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

/**
 * Texts that people read: all lines of documents, and from code only quoted texts (errors, mails, screens, commands and
 * the API).
 */
const read = texts.flatMap(({ place, line }) => {
  if (/^[^:]+\.md:/.test(place)) return [{ place, line }];
  const isProduct = /^(?:functions|shared|web|bin|infra\/(?:aws|openapi|definition))\/[^:]+\.tsx?:/.test(place);
  const isCode = isProduct && !/^\s*(?:\*|\/[/*]|import\b)/.test(line);
  const quoted = isCode
    ? (line.match(/'[^']*'|"[^"]*"|`[^`]*`|>[^<>{}]+</g) ?? []).filter((text) => / /.test(text))
    : [];
  return quoted.map((text) => ({ place, line: text }));
});

/** Log messages that stay unchanged, because operators search for them. */
const keptMessages = [
  'deposit was taken from somebody who had spent it',
  'issuer does not know a transaction it told of',
  'provider does not know a payment it told of',
];
const withoutKept = (line: string): string => keptMessages.reduce((text, kept) => text.replace(kept, ''), line);

it.each([
  ['anew', 'again, or resets', /\banew\b/i],
  ['whoever', 'everyone who, or the noun', /\bwhom?ever\b/i],
  ['somebody', 'someone, or the noun', /\bsomebody\b/i],
  ['is told', 'is shown, is reported, learns', /\b(?:is|are|was|were|be|being) told\b/i],
  ['comes to nothing', 'fails', /\bc[oa]mes? to nothing\b/i],
  ['all the same', 'anyway', /\ball the same\b/i],
  ['e-mail', 'email', /\be-mails?\b/i],
  ['on end', 'in a row', /\b(?:minutes|hours|days) on end\b/i],
  ['so many of', 'this many, or the limit', /\bso (?:many|long) (?:of|are|is|it)\b/i],
])('says nothing to a reader with “%s” (%s)', (_phrase, _better, pattern) => {
  const found = read.filter(({ line }) => pattern.test(withoutKept(line)));
  expect(found.map(({ place, line }) => `${place} ${line.trim().slice(0, 120)}`)).toEqual([]);
});

/** Comments of all code: the product's, the simulators' and the tests'. */
const comments = texts.filter(
  ({ place, line }) => /^[^:]+\.(?:tsx?|m?[jt]s|css):/.test(place) && /^\s*(?:\*|\/[/*])/.test(line),
);

/** Lines that name a test, a case of one, or a seeded fault. */
const titles = texts.filter(
  ({ place, line }) =>
    /^test\/[^:]+\.tsx?:/.test(place) &&
    /\b(?:it|test|describe|step)(?:\.\w+)?\(|\)\(['"`]|^\s*name: ['"`]|^\s*\[?['"`]/.test(line),
);

it.each([
  ['anew', 'again', /\banew\b/i],
  ['whoever', 'the noun', /\bwhom?ever\b/i],
  ['comes to nothing', 'fails', /\bc[oa]mes? to nothing\b/i],
  ['is told', 'is reported, learns', /\b(?:is|are|was|were|be|being|been) told\b(?! (?:apart|from)\b)/i],
  ['all the same', 'anyway, still', /\ball the same\b(?! answer)/i],
  [
    'a comment that begins with What, Who, Whether, How many, Somebody or So many',
    'a verb or a noun',
    /^\s*\/(?:\*\*?|\/) (?:What|Who|Whose|Whom|Whether|How (?:many|much|long|often|far)|Somebody|So many|So long|So often)\b/,
  ],
])('explains and names nothing with “%s” (%s)', (_phrase, _better, pattern) => {
  const found = [...comments, ...titles].filter(({ line }) => pattern.test(line));
  expect(found.map(({ place, line }) => `${place} ${line.trim().slice(0, 120)}`)).toEqual([]);
});

it('names no variable, function or file in words that a reader has to decode', () => {
  const code = texts.filter(({ place }) => /^[^:]+\.(?:tsx?|mjs):/.test(place));
  const found = code.filter(({ line }) => /\b(?:\w*Told|told|untold|\w*Anew|anew|whoever)\b/.test(withoutKept(line)));
  expect(found.map(({ place, line }) => `${place} ${line.trim().slice(0, 120)}`)).toEqual([]);
});

it('reads texts, comments and titles by the thousand', () => {
  expect(read.length).toBeGreaterThan(2_000);
  expect(comments.length).toBeGreaterThan(5_000);
  expect(titles.length).toBeGreaterThan(4_000);
});
