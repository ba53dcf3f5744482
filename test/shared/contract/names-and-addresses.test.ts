import { expect, it } from 'vitest';

import { Email, PersonName, SearchText } from '#shared/contract/fields.ts';
import { routes } from '#shared/contract/index.ts';

it.each(['O’Brien', 'Gal·la', 'علی‌رضا', 'Jean‐Luc', 'Nguyễn', 'ʻAkahi', '李', 'Md. Ali', 'X Æ A-12'])(
  'takes the name %j',
  (name) => {
    expect(PersonName.safeParse(name).data).toBe(name);
  },
);

it.each([
  'S/O Raju',
  'Kumar a/l Muthu',
  'Mary (May)',
  'Smith, Jr.',
  'Paŀ‧la',
  'マリー・アン',
  '’t Hooft',
  "'s-Gravesande",
  'ג׳ון',
])('takes the name %j', (name) => {
  expect(PersonName.safeParse(name).data).toBe(name);
});

it('takes a name that is pasted with other spaces than the plain one', () => {
  expect(PersonName.parse('\u00A0Anna\u00A0Maria\u2003de\u3000la Cruz ')).toBe('Anna Maria de la Cruz');
});

it.each([
  'Anna\u200C',
  'Anna\u200B',
  '\u202AAnna\u202C',
  '\u200EAnna',
  '\u200E\u202BAnna',
  'Anna\u202C \u200F',
  'Anna\u200F ',
  '\uFEFFAn\u00ADna',
  '\u2066An\u2060na\u2069',
])('takes the name %j without what nobody sees', (name) => {
  expect(PersonName.safeParse(name).data).toBe('Anna');
});

it.each(['\u202Aana@example.com\u202C', 'Ana\u200E', '\u200BAna'])(
  'searches for %j without what nobody sees',
  (typed) => {
    expect(SearchText.safeParse(typed).data).toMatch(/^ana(@example.com)?$/i);
  },
);

it.each([
  '<b>',
  '4 You',
  '\u200C',
  '\u3164',
  '=Anna',
  'Anna\u202Egnp',
  '(May)',
  '/Anna',
  'Anna\nMaria',
  'Anna\tMaria',
  '  ',
  '’',
  'Ada <b>',
])('refuses the name %j', (name) => {
  expect(PersonName.safeParse(name).success).toBe(false);
});

it.each(['a+b.c@example.com', "o'brien@example.co.uk", 'ada@xn--80a1acny.xn--p1ai', ' Ada@Example.com '])(
  'takes the address %j',
  (address) => {
    expect(Email.safeParse(address).data).toBe(address.trim());
  },
);

it.each([
  '\u200Bana@example.com\u00A0',
  'ana@example.com\u2060',
  '\uFEFFana@exam\u00ADple.com',
  '\u202Aana@example.com\u202C',
])('takes the address %j without what nobody sees', (address) => {
  const password = 'x';
  expect(Email.safeParse(address).data).toBe('ana@example.com');
  expect(routes['auth.login'].body.safeParse({ email: address, password }).data?.email).toBe('ana@example.com');
});

it.each([
  'a@b',
  'a..b@example.com',
  '.a@example.com',
  'a@example.c',
  'a@example.xn--',
  'a@пример.рф',
  'a b@example.com',
])('refuses the address %j', (address) => {
  expect(Email.safeParse(address).success).toBe(false);
});
