import { expect, test } from 'vitest';
import { decryptAesEverywhere, encryptAesEverywhere } from '#infra/local/simulators/issuer/crypto/aes-everywhere.ts';
import { luhnCheckDigit, randomCardNumber } from '#infra/local/simulators/issuer/crypto/card-numbers.ts';
import { opensslDecrypt, opensslEncrypt } from './issuer-bench.ts';

test.each(['1234', '', 'a secret of more than one block, with ünïcode'])('openssl reads what we write: %j', (text) => {
  expect(opensslDecrypt(encryptAesEverywhere(text, 'pass phrase'), 'pass phrase')).toBe(text);
});

test.each(['1234', 'a secret of more than one block, with ünïcode'])('we read what openssl writes: %j', (text) => {
  expect(decryptAesEverywhere(opensslEncrypt(text, 'pass phrase'), 'pass phrase')).toBe(text);
});

test('a PIN becomes 44 characters of the documented look, never twice the same', () => {
  const [one, two] = [encryptAesEverywhere('1234', 'k'), encryptAesEverywhere('1234', 'k')];
  expect(one).toMatch(/^U2FsdGVkX1.{34}$/);
  expect(two).not.toBe(one);
});

test.each(['', 'not base64 at all', 'U2FsdGVkX18=', Buffer.alloc(48).toString('base64')])(
  'decrypts nothing that is not of the scheme: %j',
  (text) => {
    expect(decryptAesEverywhere(text, 'k')).toBeUndefined();
  },
);

test('a wrong passphrase never gives the text', () => {
  expect(decryptAesEverywhere(encryptAesEverywhere('1234', 'right'), 'wrong')).not.toBe('1234');
});

test('card numbers are Luhn-valid and of the test prefix', () => {
  expect(luhnCheckDigit('7992739871')).toBe('3');
  for (let count = 0; count < 50; count += 1) {
    const pan = randomCardNumber();
    expect(pan).toMatch(/^555555\d{10}$/);
    expect(luhnCheckDigit(pan.slice(0, -1))).toBe(pan.at(-1));
  }
});
