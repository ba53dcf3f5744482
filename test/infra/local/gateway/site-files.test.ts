import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { openSiteFiles } from '#infra/local/gateway/site-files.ts';

const site = openSiteFiles(path.join(import.meta.dirname, '../fixtures/site'));
const get = (requested: string, headers: { acceptEncoding?: string; ifNoneMatch?: string } = {}) =>
  site({ path: requested, acceptEncoding: '', ifNoneMatch: '', ...headers });
const script = '/assets/main-abc123.js';

describe('the site', () => {
  it.each([
    ['/', 'landing'],
    ['/login', 'login'],
    ['/login/', 'login'],
    ['/LOGIN', 'login'],
    ['/dashboard', 'app'],
    ['/cards/crd_1', 'app'],
    // Not prerendered in this build.
    ['/terms', 'app'],
  ])('answers %s with the page "%s"', async (requested, title) => {
    const { status, headers, body } = await get(requested);
    expect(status).toBe(200);
    expect(body.toString()).toContain(`<title>${title}</title>`);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=0, must-revalidate, s-maxage=31536000',
    });
  });

  it('lets browsers keep assets for ever and revalidate everything else', async () => {
    expect((await get(script)).headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  it('lets browsers revalidate the service worker each time: a kept one would hold back every deployment', async () => {
    const { status, headers } = await get('/service-worker.js');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=0, must-revalidate, s-maxage=31536000',
    });
  });

  it.each([
    '/missing.js',
    '/assets/../../package.json',
    '/..%2f..%2fpackage.json',
    '/%00.js',
    '/%ff',
    '//etc/passwd.txt',
  ])('has no file %s', async (requested) => {
    expect((await get(requested)).status).toBe(404);
  });

  it('compresses files that get smaller, in the encoding that was requested', async () => {
    const plain = await get(script);
    const brotli = await get(script, { acceptEncoding: 'gzip, deflate, br' });
    const gzip = await get(script, { acceptEncoding: 'br;q=0, gzip' });
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(brotliDecompressSync(brotli.body)).toEqual(plain.body);
    expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip' });
    expect(gunzipSync(gzip.body)).toEqual(plain.body);
    expect((await get('/login', { acceptEncoding: 'br' })).headers).not.toHaveProperty('content-encoding');
  });

  it('does not send a file again that the browser has', async () => {
    const { headers } = await get(script);
    const again = await get(script, { ifNoneMatch: `"other", W/${headers['etag']}` });
    expect(again.status).toBe(304);
    expect(again.body).toHaveLength(0);
  });
});
