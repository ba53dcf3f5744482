import fc from 'fast-check';

/**
 * Texts that break naive programs: empty, huge, control characters, surrogates, right-to-left, injections, names of
 * things.
 */
export const strangeText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\uD800',
    '\uDFFF\uD800',
    '\u202Egnp.exe',
    '\uFEFF',
    'İ',
    // Each of these expands to 18 letters when normalized.
    '\uFDFA'.repeat(60),
    `${'\uFDFA'.repeat(59)} x`,
    'ﬁ',
    '👩‍👩‍👧‍👦'.repeat(20),
    'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!͖̬̰̙̗̿̋ͥͥ̂ͣ̐́́͜͞',
    '١٢٣٤٥٦',
    '１２３４',
    '__proto__',
    'constructor',
    'toString',
    'null',
    'undefined',
    'NaN',
    '-0',
    '1e2',
    '0x10',
    '1_000',
    '١',
    "' OR '1'='1",
    '"; DROP TABLE users; --',
    '{{7*7}}',
    '${jndi:ldap://x}',
    '<script>alert(1)</script>',
    '../../../../etc/passwd',
    '%00',
    '%s%s%n',
    'a@b',
    'a@b.co\r\nBcc: c@d.co',
    '\r\nSet-Cookie: a=b',
    'usr_' + '0'.repeat(26),
    'crd_' + 'z'.repeat(26),
    'CRD_01JQ5VA1C9E5G7J1M3P5R7T9VB',
    '(a+)+$'.repeat(5),
    'a'.repeat(40_000),
    'é'.repeat(257),
    '١'.repeat(300),
    ' '.repeat(5_000),
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.stringMatching(/^[a-z]{3}_[0-9A-Z]{26}$/),
  // Includes lone surrogates, which valid text never has.
  fc.array(fc.integer({ min: 0xd7f0, max: 0xe010 }), { maxLength: 20 }).map((codes) => String.fromCharCode(...codes)),
);

/** Numbers as JSON texts, some of which a double cannot represent. */
const strangeNumber: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '-1',
    '0',
    '-0',
    '0.1',
    '1.5',
    '99.999999999999999999',
    '1e400',
    '-1e400',
    '1e-400',
    '1e20',
    '9007199254740992',
    '9007199254740993',
    '-9007199254740993',
    '2147483648',
    '100000000001',
    '123456789012345678901234567890',
    '12345',
    '10000',
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.integer().map(String),
);

/** Any JSON text: of the wrong type, out of bounds, deeply nested. */
export const strangeJson: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: strangeText.map((text) => JSON.stringify(text)) },
  { weight: 3, arbitrary: strangeNumber },
  { weight: 3, arbitrary: fc.constantFrom('null', 'true', 'false', '[]', '{}', '[[]]', '[null]', '{"a":1}') },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.integer({ min: 100, max: 12_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 100, max: 6_000 }).map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
  },
  { weight: 1, arbitrary: fc.constantFrom('{"__proto__":{"role":"admin"}}', '{"constructor":{"prototype":{"a":1}}}') },
);

/** Names that no call has a field for. */
export const strangeName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'role',
    'isAdmin',
    'balance',
    '_id',
    '$ne',
    '',
    ' amount',
    'amount\u0000',
    'Amount',
    '0',
    'length',
    'then',
    'a.b',
    'x'.repeat(3_000),
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
);
