import { describe, expect, it } from 'vitest';
import { refuseCrossSite } from '#functions/runtime/cross-site.ts';

const siteUrl = 'https://satchel.example';
const judge = (headers: Record<string, string>): string => {
  try {
    refuseCrossSite({ host: 'api.internal', ...headers }, siteUrl);
    return 'let through';
  } catch (thrown) {
    return String((thrown as { code?: unknown }).code);
  }
};
const fetched = { 'sec-fetch-mode': 'cors' };

describe('a request that changes state', () => {
  it.each([
    ['a script', {}],
    ["the site's own fetch", { 'sec-fetch-site': 'same-origin', ...fetched, origin: siteUrl }],
    ["an old browser on the site's origin", { origin: siteUrl }],
    ['an old browser on the host that it asks', { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }],
    ['a tool that names no site', { 'sec-fetch-site': 'none', ...fetched }],
  ])('is let through from %s', (_who, headers) => {
    expect(judge(headers)).toBe('let through');
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', ...fetched }],
    ['a sister domain', { 'sec-fetch-site': 'same-site', ...fetched }],
    ['a value that no browser sends', { 'sec-fetch-site': 'Same-Origin', ...fetched }],
    ['a link or a form', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }],
    ['the address bar', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
    ['an image', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' }],
    ['a prefetch', { 'sec-fetch-site': 'same-origin', ...fetched, 'sec-purpose': 'prefetch;prerender' }],
    ['an old prefetch', { purpose: 'prefetch' }],
    ['a page that claims to be the site itself', { 'sec-fetch-site': 'same-origin', ...fetched, origin: 'null' }],
    ['an old browser on another site', { origin: 'https://evil.example' }],
    ['a page that hides where it is', { origin: 'null' }],
    ["an origin that only begins like the site's", { origin: 'https://satchel.example.evil.example' }],
    [
      'a host that only begins like the one that is asked',
      { origin: 'https://satchel.example.evil.example', host: 'satchel.example' },
    ],
    ['the site over plain HTTP', { origin: 'http://satchel.example' }],
    ['the site on another port', { origin: 'https://satchel.example:8443' }],
  ])('is refused from %s', (_who, headers) => {
    expect(judge(headers)).toBe('CrossSiteRequest');
  });
});
