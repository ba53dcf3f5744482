import { describe, expect, it } from 'vitest';

import { assertProfile } from '#functions/adapters/payments/cryptomus/profile.ts';

function check(profile: 'cryptomus' | 'heleket', baseUrl: string, key: string, merchantId = 'merchant-1') {
  return () => assertProfile(profile, new URL(baseUrl), merchantId, [key]);
}

describe('a configuration', () => {
  it.each([
    ['cryptomus', 'https://api.cryptomus.com', 'Zq8'],
    ['heleket', 'https://api.heleket.com', 'Zq8'],
    ['heleket', 'http://127.0.0.1:4000', 'test_key'],
    ['cryptomus', 'http://localhost:4000', 'test_key'],
    ['cryptomus', 'http://payments.localhost:4000', 'test_key'],
  ] as const)('%s at %s with key %s is accepted', (profile, baseUrl, key) => {
    expect(check(profile, baseUrl, key)).not.toThrow();
  });

  it.each([
    ['cryptomus', 'https://api.heleket.com', 'Zq8'],
    ['heleket', 'http://api.heleket.com', 'Zq8'],
    ['heleket', 'https://api.heleket.com.evil', 'Zq8'],
    ['heleket', 'https://localhost.evil', 'Zq8'],
    ['heleket', 'https://api.heleket.com', 'test_key'],
    ['heleket', 'http://127.0.0.1:4000', 'Zq8'],
  ] as const)('%s at %s with key %s is refused', (profile, baseUrl, key) => {
    expect(check(profile, baseUrl, key)).toThrow(/^payment provider: /);
  });

  it('is refused when only the earlier key is of the other kind, because it is still accepted', () => {
    const real = new URL('https://api.heleket.com');
    expect(() => assertProfile('heleket', real, 'merchant-1', ['Zq8', 'test_key'])).toThrow(/^payment provider: /);
    expect(() => assertProfile('heleket', real, 'merchant-1', ['Zq8', 'Zq7'])).not.toThrow();
    const simulator = new URL('http://127.0.0.1:4000');
    expect(() => assertProfile('heleket', simulator, 'merchant-1', ['test_1', 'Zq8'])).toThrow(/^payment provider: /);
    expect(() => assertProfile('heleket', simulator, 'merchant-1', ['test_1', 'test_2'])).not.toThrow();
  });

  it.each(['', 'a b', 'a\r\nx: y'])('with the merchant id "%s" is refused: it is no valid header', (merchantId) => {
    expect(check('heleket', 'https://api.heleket.com', 'Zq8', merchantId)).toThrow(/^payment provider: /);
  });

  it('is refused without naming its key', () => {
    expect(check('heleket', 'http://127.0.0.1:4000', 'a-real-secret')).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('secret') }) as Error,
    );
  });
});
