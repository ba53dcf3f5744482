import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { momentText } from '#functions/domain/mails/moment-text.ts';
import { repositoryRoot } from '#infra/build/content-addressed-build.ts';

it.each([
  ['2026-01-15T09:30:59.999Z', 'Jan 15, 2026 at 9:30 AM UTC'],
  ['2026-12-01T00:05:00Z', 'Dec 1, 2026 at 12:05 AM UTC'],
  ['2026-07-31T12:00:00Z', 'Jul 31, 2026 at 12:00 PM UTC'],
  ['2026-07-31T23:59:00Z', 'Jul 31, 2026 at 11:59 PM UTC'],
])('writes %s as %s', (moment, text) => {
  expect(momentText(Date.parse(moment))).toBe(text);
});

it('writes every moment as the English locale does', () => {
  const english = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  const inEnglish = (atMs: number) =>
    `${english
      .format(atMs)
      .replaceAll('\u202f', ' ')
      .replace(/, (?=\d+:)/, ' at ')} UTC`;
  fc.assert(
    fc.property(fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2099-12-31') }), (atMs) => {
      expect(momentText(atMs)).toBe(inEnglish(atMs));
    }),
  );
});

it('no function builds an Intl formatter: that would be a quarter of its start time', () => {
  const files = ['functions/**/*.ts', 'shared/**/*.ts'].flatMap((pattern) =>
    globSync(pattern, { cwd: repositoryRoot }),
  );
  const using = files.filter((file) => /new Intl\./.test(readFileSync(path.join(repositoryRoot, file), 'utf8')));
  expect(using).toEqual([]);
});
