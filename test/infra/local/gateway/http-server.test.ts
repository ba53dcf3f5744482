import { request as httpRequest } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { securityHeaders } from '#infra/definition/site.ts';
import { createFrontDoor } from '#infra/local/gateway/http-server.ts';
import { createRouteTable } from '#infra/local/gateway/route-table.ts';
import { openSiteFiles } from '#infra/local/gateway/site-files.ts';
import { definition } from '../fixtures/fixture-definition.ts';
import { createFixturePool } from '../lambda/fixture-pool.ts';
import type { FixturePool } from '../lambda/fixture-pool.ts';

describe('the front door', () => {
  let fixture: FixturePool;
  let server: Server;
  let base: string;
  const seen: { url: string | undefined; body: string | undefined; status: number }[] = [];
  beforeAll(async () => {
    fixture = await createFixturePool();
    server = createFrontDoor({
      routes: createRouteTable(definition.functions),
      pool: fixture.pool,
      site: openSiteFiles(path.join(import.meta.dirname, '../fixtures/site')),
      now: fixture.clock.now,
      port: 3000,
      headers: securityHeaders,
      docs: (address) =>
        address === '/api/docs' ? { status: 200, headers: {}, body: Buffer.from('the page') } : undefined,
      record: ({ request, body, result }) =>
        seen.push({ url: request.url, body: body?.toString(), status: result.status }),
      timeoutMs: 29_000,
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.close();
    await fixture.pool.stop(0);
  });

  it('runs the function of a route and sets each of its cookies on a line of its own', async () => {
    const response = await fetch(`${base}/api/echo/7?x=1`, { headers: { cookie: 'session=1' } });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ pathParameters: { id: '7' }, cookies: ['session=1'] });
    expect(response.headers.getSetCookie()).toEqual(['a=1; HttpOnly', 'b=2; HttpOnly']);
    expect(response.headers.get('connection')).toBe('keep-alive');
  });

  it('dates an answer by the clock of the product, which may have been moved forward', async () => {
    const before = Date.parse((await fetch(`${base}/api/echo/7`)).headers.get('date') ?? '');
    fixture.clock.advance(3_600_000);
    const after = Date.parse((await fetch(`${base}/api/echo/7`)).headers.get('date') ?? '');
    expect(after - before).toBeGreaterThanOrEqual(3_600_000);
  });

  it('carries every byte of a binary body', async () => {
    const body = Uint8Array.from({ length: 256 }, (_, index) => index);
    const response = await fetch(`${base}/api/echo/7`, { method: 'POST', body });
    const event = (await response.json()) as { body: string; isBase64Encoded: boolean };
    expect(event.isBase64Encoded).toBe(true);
    expect(Buffer.from(event.body, 'base64')).toEqual(Buffer.from(body));
  });

  it.each([
    ['GET', '/api/nothing', 404, 'NotFound'],
    ['GET', '/api', 404, 'NotFound'],
    ['DELETE', '/api/echo/1', 404, 'NotFound'],
    ['GET', '/api/echo/%E0%A4%A', 400, 'ValidationFailed'],
    ['GET', '/api/misbehave?mode=throw', 500, 'Internal'],
    ['GET', '/api/misbehave?mode=exit', 500, 'Internal'],
    ['GET', '/api/misbehave?mode=no-answer', 500, 'Internal'],
  ])('answers %s %s in the shape of the API: %i %s', async (method, url, status, code) => {
    const response = await fetch(`${base}${url}`, { method });
    expect(response.status).toBe(status);
    const requestId = response.headers.get('apigw-requestid');
    expect(await response.json()).toMatchObject({ code, message: expect.stringMatching(/\.$/), requestId });
  });

  /** Calls a door with this timeout. The function waits in line as long as it may, and then runs for `takesMs`. */
  async function askSlowly(timeoutMs: number, takesMs: number): Promise<Response> {
    const door = createFrontDoor({
      routes: createRouteTable(definition.functions),
      pool: {
        invoke: async (_id, _event, line) => {
          await sleep(line?.maxWaitMs ?? 0);
          line?.onTaken();
          await sleep(takesMs);
          return { kind: 'returned', payload: '{"statusCode":200}' };
        },
      },
      site: openSiteFiles(path.join(import.meta.dirname, '../fixtures/site')),
      now: fixture.clock.now,
      port: 3000,
      headers: {},
      timeoutMs,
    });
    await new Promise<void>((resolve) => {
      door.listen(0, '127.0.0.1', resolve);
    });
    try {
      return await fetch(`http://127.0.0.1:${(door.address() as AddressInfo).port}/api/slow`);
    } finally {
      door.closeAllConnections();
      door.close();
    }
  }

  it('limits the time of a function without its wait for a worker', async () => {
    expect((await askSlowly(2_000, 50)).status).toBe(200);
  });

  it('answers 503 Busy for a function that takes too long', async () => {
    const response = await askSlowly(100, 3_000);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      code: 'Busy',
      message: expect.stringMatching(/\.$/),
      requestId: response.headers.get('apigw-requestid'),
    });
  });

  it('answers HEAD of a call without a body, and refuses POST to the site', async () => {
    const head = await fetch(`${base}/api/echo/1`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([404, '']);
    expect((await fetch(base, { method: 'POST' })).status).toBe(405);
  });

  it.each([7 * 1024 * 1024, 11 * 1024 * 1024])('refuses a body of %i bytes', async (size) => {
    const response = await fetch(`${base}/api/echo/7`, { method: 'POST', body: Buffer.alloc(size) });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'PayloadTooLarge' });
  });

  it("serves the API's page and document before any route, and reports every call", async () => {
    const page = await fetch(`${base}/api/docs`);
    expect([page.status, await page.text()]).toEqual([200, 'the page']);
    seen.length = 0;
    await fetch(`${base}/api/echo/7?x=1`, { method: 'POST', body: 'hello', headers: { 'content-type': 'text/plain' } });
    expect(seen).toEqual([{ url: '/api/echo/7?x=1', body: 'hello', status: 200 }]);
  });

  it('refuses a body without an announced length once it is too long', async () => {
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(`${base}/api/echo/7`, { method: 'POST' }, (response) => {
        response.resume();
        resolve(response.statusCode);
        request.destroy();
      });
      request.on('error', reject);
      for (let sent = 0; sent < 12; sent += 1) request.write(Buffer.alloc(1024 * 1024));
      request.end();
    });
    expect(status).toBe(413);
  });

  it('puts the security headers on every answer', async () => {
    for (const url of ['/', '/api/echo/1', '/api/nothing', '/missing.js']) {
      const { headers } = await fetch(`${base}${url}`);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/);
      expect(headers.get('referrer-policy')).toBeTruthy();
    }
  });

  it('answers HEAD of a page with its headers only', async () => {
    const response = await fetch(base, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0);
    expect(await response.text()).toBe('');
  });
});
