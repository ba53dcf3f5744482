import { execFileSync } from 'node:child_process';

import { describe, expect, it } from 'vitest';

import { decryptAesEverywhere, encryptAesEverywhere } from '#functions/adapters/issuer/bridgecard/aes-everywhere.ts';
import { encryptPin } from '#functions/adapters/issuer/bridgecard/encrypt-pin.ts';
import { isWebhookSignature } from '#functions/adapters/issuer/bridgecard/verify-webhook.ts';

const secretKey = 'sk_test_a secret with spaces, é and "quotes"';

/** Encrypts or decrypts with OpenSSL, whose format the issuer's library copies. */
function openssl(direction: '-e' | '-d', input: string): string {
  const scheme = ['enc', direction, '-aes-256-cbc', '-md', 'md5', '-a', '-A', '-pass', 'env:SECRET_KEY'];
  return execFileSync('openssl', scheme, {
    input,
    encoding: 'utf8',
    env: { ...process.env, SECRET_KEY: secretKey },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}

describe('the encryption', () => {
  it.each(['', '0000', 'sixteen bytes ok', 'a longer text, with é and 💳, over several blocks'])(
    'of "%s" is decrypted by openssl, and decrypts what openssl encrypted',
    (text) => {
      expect(openssl('-d', encryptAesEverywhere(text, secretKey))).toBe(text);
      expect(decryptAesEverywhere(openssl('-e', text), secretKey)).toBe(text);
    },
  );

  it('is salted: one text never gives the same result twice', () => {
    expect(encryptAesEverywhere('1234', secretKey)).not.toBe(encryptAesEverywhere('1234', secretKey));
  });

  it('returns undefined for everything that it cannot decrypt', () => {
    const good = encryptAesEverywhere('secret', secretKey);
    const cut = Buffer.from(good, 'base64').subarray(0, 25).toString('base64');
    for (const bad of ['', 'x', 'U2FsdGVkX1', cut, Buffer.from('Salted__12345678').toString('base64'), '💳'.repeat(9)])
      expect(decryptAesEverywhere(bad, secretKey)).toBeUndefined();
  });
});

describe('an encrypted PIN', () => {
  it('has the documented form without + and /, and decrypts to the PIN at the issuer', () => {
    for (let pin = 0; pin < 40; pin += 1) {
      const encrypted = encryptPin(String(pin).padStart(4, '0'), secretKey) ?? '';
      expect(encrypted).toMatch(/^U2FsdGVkX1[0-9A-Za-z]{33}=$/);
      expect(decryptAesEverywhere(encrypted, secretKey)).toBe(String(pin).padStart(4, '0'));
    }
  });

  it.each(['', '123', '12345', '12a4', '١٢٣٤', ' 1234', '1234\n'])('cannot be made for "%s"', (pin) => {
    expect(encryptPin(pin, secretKey)).toBeUndefined();
  });
});

describe('a webhook signature', () => {
  const keys = { secretKeys: [secretKey], webhookSecrets: ['whsec_of_ours'] };

  it('is the webhook secret, encrypted by anybody who knows the secret key', () => {
    expect(isWebhookSignature(encryptAesEverywhere('whsec_of_ours', secretKey), keys)).toBe(true);
    expect(isWebhookSignature(openssl('-e', 'whsec_of_ours'), keys)).toBe(true);
  });

  it.each([
    ['none', undefined],
    ['an empty one', ''],
    ['the secret itself', 'whsec_of_ours'],
    ['another secret', encryptAesEverywhere('whsec_of_other', secretKey)],
    ['a longer secret', encryptAesEverywhere('whsec_of_ours.', secretKey)],
    ['another key', encryptAesEverywhere('whsec_of_ours', 'sk_test_other')],
    ['a huge one', 'A'.repeat(100_000)],
  ])('is refused: %s', (_title, signature) => {
    expect(isWebhookSignature(signature, keys)).toBe(false);
  });
});
