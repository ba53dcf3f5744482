import { describe, expect, it } from 'vitest';
import {
  clearedPendingCookie,
  clearedSessionCookies,
  deviceCookie,
  pendingCookie,
  readCookies,
  sessionCookies,
} from '#functions/runtime/session-cookies.ts';

const dayMs = 24 * 60 * 60_000;
const tokens = { accessToken: 'a.b.c', refreshToken: 'ses_1.1.x', sessionExpiresAtMs: 30 * dayMs };

/** Returns a cookie's attributes by lower-case name; flags are true. */
function attributesOf(cookie: string): Record<string, string | true> {
  const [, ...attributes] = cookie.split(';').map((part) => part.trim());
  return Object.fromEntries(
    attributes.map((attribute) => {
      const [name = '', value] = attribute.split('=');
      return [name.toLowerCase(), value ?? true];
    }),
  );
}

describe('a cookie of ours', () => {
  const cookies = [...sessionCookies(tokens, 0), deviceCookie('d.m'), ...clearedSessionCookies(), pendingCookie('p')];

  it.each(cookies)('is out of reach of scripts, plain HTTP and other sites: %s', (cookie) => {
    const attributes = attributesOf(cookie);
    expect(attributes).toMatchObject({ httponly: true, secure: true, samesite: 'Strict' });
    expect(attributes['domain']).toBeUndefined();
    expect(attributes['max-age']).toMatch(/^\d+$/);
    if (cookie.startsWith('__Host-')) expect(attributes['path']).toBe('/');
    else expect([cookie.startsWith('__Secure-'), attributes['path']]).toEqual([true, '/api/auth']);
  });

  it('lives as long as its token', () => {
    const ages = (nowMs: number): unknown[] =>
      sessionCookies(tokens, nowMs).map((cookie) => attributesOf(cookie)['max-age']);
    expect(ages(0)).toEqual(['900', String((30 * dayMs) / 1000)]);
    expect(ages(30 * dayMs - 60_000)).toEqual(['60', '60']);
    expect(ages(31 * dayMs)).toEqual(['0', '0']);
    expect(attributesOf(deviceCookie('d.m'))['max-age']).toBe(String((180 * dayMs) / 1000));
  });

  it('is cleared with the name and path that it was set with', () => {
    const place = (cookie: string): unknown => [cookie.split('=')[0], attributesOf(cookie)['path']];
    expect(clearedSessionCookies().map(place)).toEqual(sessionCookies(tokens, 0).map(place));
    expect(place(clearedPendingCookie())).toEqual(place(pendingCookie('p')));
    expect(attributesOf(pendingCookie('p'))['max-age']).toBe('600');
    for (const cookie of [...clearedSessionCookies(), clearedPendingCookie()])
      expect(attributesOf(cookie)['max-age']).toBe('0');
  });
});

it('cookies are read by name; of two with one name the first counts', () => {
  expect(readCookies(['a=1', ' b=x=y ', 'a=2', 'flag', '=z'])).toEqual({ a: '1', b: 'x=y' });
  expect(readCookies(undefined)).toEqual({});
});
