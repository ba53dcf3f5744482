import { describe, expect, it } from 'vitest';
import { assertNoSecrets, type SecretsReport } from './check-secrets.ts';
import { findSecretFields, findSecrets, type Canary, type SecretKind } from './find-secrets.ts';
import { secretsIn } from './stored-mail.ts';

const canaries: readonly Canary[] = [
  { kind: 'card number', value: '5399410011223344' },
  { kind: 'card number', value: '5399 4100 1122 3344' },
  { kind: 'CVV', value: '731' },
  { kind: '3DS code', value: '0042' },
  { kind: 'password', value: 'Long-Walks-88' },
  { kind: 'mailed digits', value: '604913' },
  { kind: 'mailed link', value: 'Qm9vbV9ib29tX2Jvb20' },
  { kind: 'token', value: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1c3IifQ.c2lnbmF0dXJl' },
];
const kindsIn = (text: string, meant?: ReadonlySet<string>): SecretKind[] =>
  findSecrets(canaries, [{ name: 'a log', text, ...(meant ? { meant } : {}) }]).map(({ kind }) => kind);

describe('a secret in a text', () => {
  it.each<[SecretKind, string]>([
    ['card number', '{"detail":"refused 5399410011223344"}'],
    ['card number', 'number 5399 4100 1122 3344.'],
    ['CVV', '{"cvv":"731"}'],
    ['CVV', 'CVV=731'],
    ['CVV', String.raw`{"body":"{\"cvv\":731}"}`],
    ['3DS code', '{"pin":"0042"}'],
    ['3DS code', '{"card_pin":42}'],
    ['password', 'wrong password: Long-Walks-88'],
    ['mailed digits', '{"otp": "604913"}'],
    ['mailed digits', '["604913"]'],
    ['mailed link', 'GET /api/auth/email/verify/Qm9vbV9ib29tX2Jvb20'],
    ['token', 'cookie: __Host-access=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1c3IifQ.c2lnbmF0dXJl; x=1'],
  ])('is found: %s in %s', (kind, text) => {
    // Wherever it begins: the search looks at every eighth place only.
    for (let shift = 0; shift < 9; shift += 1)
      expect(kindsIn(`${' '.repeat(shift)}${text}${'.'.repeat(shift)}`)).toEqual([kind]);
  });

  it.each([
    '{"amount":731,"number":42,"atMs":1604913000731}',
    '{"last4Digits":"0042","cents":604913}',
    '5399410011223345 eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1c3IifQ',
    'shipping: 42, {"pin":"must be four digits"}',
  ])('is not seen in a text that only resembles it: %s', (text) => {
    expect(kindsIn(text)).toEqual([]);
  });

  it('may be where it is meant to be, and nowhere else', () => {
    const mail = { body: { text: 'Your code:\n604913\n\nor https://x/email/verify/Qm9vbV9ib29tX2Jvb20\n' } };
    const { digits, links } = secretsIn(mail);
    const text = JSON.stringify({ ...mail, code: '604913' });
    expect(kindsIn(text, new Set([...digits, ...links]))).toEqual([]);
    expect(kindsIn(text, new Set(links))).toEqual(['mailed digits']);
    expect(kindsIn(`${text} 5399410011223344`, new Set([...digits, ...links]))).toEqual(['card number']);
  });

  it('is shown by its fingerprint only', () => {
    const report = JSON.stringify(findSecrets(canaries, [{ name: 'a log', text: 'x Long-Walks-88' }]));
    expect(report).toContain('a log');
    expect(report).not.toContain('Walks');
  });
});

describe('a field that nothing may have', () => {
  it('is found with any content', () => {
    expect(findSecretFields([{ name: 'an item', text: '{"pk":"a","password":"unknown to all"}' }])).toEqual([
      'an item has a field password',
    ]);
    expect(findSecretFields([{ name: 'an item', text: '{"passwordHash":"$argon2id$x","pin":""}' }])).toEqual([]);
  });
});

describe('a check', () => {
  const clean: SecretsReport = {
    lookedFor: { key: 1, 'card number': 1, CVV: 1, 'mailed link': 1, password: 1, token: 1, '3DS code': 1 },
    places: { logs: 1, table: 1, queues: 1, mails: 1, refusals: 1 },
    found: [],
  };
  it('passes clean text, and fails for a finding, for an empty list of secrets and for an empty list of places', () => {
    expect(() => assertNoSecrets(clean)).not.toThrow();
    expect(() => assertNoSecrets({ ...clean, found: ['CVV in a log'] })).toThrow('CVV in a log');
    expect(() => assertNoSecrets({ ...clean, lookedFor: { key: 1 } })).toThrow('none to look for: card number');
    expect(() => assertNoSecrets({ ...clean, places: { ...clean.places, queues: 0 } })).toThrow('queues');
  });
});
