import { describe, expect, it } from 'vitest';
import { href, paths, returnAddress } from '#web/navigation/paths.ts';

describe('addresses', () => {
  it('encode the parameters that they need', () => {
    expect(href.card('crd_1')).toBe('/cards/crd_1');
    expect(href.user('usr_1')).toBe('/users/usr_1');
    expect(href.verifyEmail('a/b?c')).toBe('/email/verify/a%2Fb%3Fc');
    expect(href.signup()).toBe('/signup');
    expect(href.signup('usr_1')).toBe('/signup?ref=usr_1');
    expect(href.signup('a&b=c')).toBe('/signup?ref=a%26b%3Dc');
  });
});

describe('the way back after signing in', () => {
  it('is the remembered address with its query', () => {
    expect(returnAddress('/cards/crd_1?tab=2#x')).toBe('/cards/crd_1?tab=2#x');
  });
  it.each(['https://evil.example', '//evil.example', '/\\evil.example', '', undefined, null, 7])(
    'is the dashboard for %j',
    (remembered) => {
      expect(returnAddress(remembered)).toBe(paths.dashboard);
    },
  );
});
