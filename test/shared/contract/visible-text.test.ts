import { describe, expect, it } from 'vitest';

import { CaseText } from '#shared/contract/cases.ts';
import { DecisionReason } from '#shared/contract/decision-reason.ts';
import { Announcement } from '#shared/contract/settings.ts';
import { routes } from '#shared/contract/index.ts';

/** Every kind of text that must not be invisible. */
const texts = {
  'a reason': (text: string) => DecisionReason.safeParse(text),
  'a message of a case': (text: string) => CaseText.safeParse(text),
  'an announcement': (text: string) => Announcement.safeParse({ text, until: null }),
  'a name of a card': (name: string) => routes['cards.look'].body.safeParse({ name }),
};

describe.each(Object.entries(texts))('%s', (_what, read) => {
  it.each([
    ['zero-width spaces', '\u200B\u200B'],
    ['zero-width spaces between spaces', ' \u200B \u200B '],
    ['joiners', '\u200D\u2060'],
    ['soft hyphens', '\u00AD'],
    ['the filler of Hangul', '\u3164'],
    ['a selector of variants', '\uFE0F'],
    ['spaces', '\u2003 \u3000'],
  ])('may not consist of %s alone', (_name, text) => {
    expect(read(text).error?.issues).toContainEqual(expect.objectContaining({ message: 'is missing' }));
  });

  it.each([
    ['plain words', 'It was a slip.'],
    ['one sign', '?'],
    ['emoji that are joined', '👩‍👩‍👧'],
    ['a sign shown as an emoji', '❤️'],
    ['words with joiners', 'می‌خواهم'],
    ['Hangul', '사유'],
  ])('may be %s', (_name, text) => {
    expect(read(text).success).toBe(true);
  });
});

it('a message of a case may be pasted from a table, with tabs in it', () => {
  expect(CaseText.parse('Nov 3\tCorner Coffee\t$4.50\r\nNov 4')).toBe('Nov 3 Corner Coffee $4.50\nNov 4');
});
