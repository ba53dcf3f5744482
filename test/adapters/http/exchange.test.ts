import { createServer as createTcpServer, type AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { exchange, isBroken, type ExchangeRequest } from '#functions/adapters/http/exchange.ts';
import {
  halfAnAnswer,
  json,
  redirect,
  reset,
  silence,
  startScriptedServer,
  status,
  text,
  type ScriptedServer,
} from '#test/support/scripted-server.ts';

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.close());

function ask(changes: Partial<ExchangeRequest> = {}) {
  return exchange({
    method: 'POST',
    url: new URL(`${server.url}/call`),
    headers: {},
    body: '{"a":"é"}',
    connection: 'own',
    connectMs: 2000,
    totalMs: 3000,
    ...changes,
  });
}

describe('an exchange', () => {
  it('answers status and JSON, and sends the bytes it was given', async () => {
    server.play(json({ ok: true }, 201));
    expect(await ask()).toEqual({ kind: 'answered', status: 201, body: { ok: true }, retryAfterMs: undefined });
    expect(server.seen[0]).toMatchObject({ method: 'POST', body: '{"a":"é"}', headers: { 'content-length': '10' } });
  });

  it('answers an undefined body for anything that is no JSON', async () => {
    server.play(status(502));
    expect(await ask()).toMatchObject({ kind: 'answered', status: 502, body: undefined });
  });

  it('sends nothing when the connection is refused', async () => {
    const closed = await startScriptedServer();
    await closed.close();
    expect(await ask({ url: new URL(closed.url) })).toEqual({ kind: 'not_sent', cause: 'ECONNREFUSED' });
  });

  it('sends nothing when the name does not resolve', async () => {
    const end = await ask({ url: new URL('http://provider.invalid/'), connectMs: 5000, totalMs: 5000 });
    expect(end.kind).toBe('not_sent');
  });

  it('sends nothing when the TLS handshake never ends', async () => {
    const mute = createTcpServer(() => undefined);
    await new Promise<void>((resolve) => void mute.listen(0, '127.0.0.1', resolve));
    const { port } = mute.address() as AddressInfo;
    expect(await ask({ url: new URL(`https://127.0.0.1:${port}/`), connectMs: 200 })).toEqual({
      kind: 'not_sent',
      cause: 'connect timeout',
    });
    mute.close();
  });

  it.each([
    ['no answer in time', silence, 'timeout'],
    ['a reset', reset, 'ECONNRESET'],
    ['half an answer', halfAnAnswer, 'ECONNRESET'],
    ['more than a megabyte', text('x'.repeat(1024 * 1024 + 1)), 'answer larger than 1 MB'],
  ])('is lost with %s', async (_title, move, cause) => {
    server.play(move);
    expect(await ask(cause === 'timeout' ? { totalMs: 200 } : {})).toEqual({ kind: 'lost', cause });
    expect(server.seen).toHaveLength(1);
  });

  it('follows no redirect', async () => {
    server.play(redirect(`${server.url}/elsewhere`), json({}));
    expect(await ask()).toMatchObject({ kind: 'answered', status: 302 });
    expect(server.seen).toHaveLength(1);
  });

  it('shares connections only where it may, and tells a broken one', async () => {
    server.play(json(1), reset, json(2), json(3));
    await ask({ connection: 'shared' });
    const broken = await ask({ connection: 'shared' });
    expect(broken).toEqual({ kind: 'lost', cause: 'ECONNRESET' });
    expect(isBroken(broken)).toBe(true);
    expect(await ask({ connection: 'shared' })).toMatchObject({ body: 2 });
    expect(await ask()).toMatchObject({ body: 3 });
    expect(server.seen.map(({ headers }) => headers.connection)).toEqual([
      'keep-alive',
      'keep-alive',
      'keep-alive',
      'close',
    ]);
  });

  it('reads how long to wait from Retry-After', async () => {
    server.play(text('{}', 429, { 'retry-after': '7' }));
    expect(await ask()).toMatchObject({ status: 429, retryAfterMs: 7000 });
  });
});
