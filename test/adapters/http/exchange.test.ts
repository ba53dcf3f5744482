import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

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
import { selfSigned } from '#test/support/self-signed.ts';

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
  it('replaces half a character in a text, so that the text can be stored', async () => {
    server.play(json({ name: 'CAFÉ \ud83d', list: ['\udc00'] }));
    expect(await ask()).toMatchObject({ body: { name: 'CAFÉ \ufffd', list: ['\ufffd'] } });
  });

  it('sends the given bytes, and returns status and JSON of the answer', async () => {
    server.play(json({ ok: true }, 201));
    expect(await ask()).toEqual({ kind: 'answered', status: 201, body: { ok: true }, retryAfterMs: undefined });
    expect(server.seen[0]).toMatchObject({ method: 'POST', body: '{"a":"é"}', headers: { 'content-length': '10' } });
  });

  it('returns an undefined body for an answer that is not JSON', async () => {
    server.play(status(502));
    expect(await ask()).toMatchObject({ kind: 'answered', status: 502, body: undefined });
  });

  it('sends nothing when the connection is refused', async () => {
    const closed = await startScriptedServer();
    await closed.close();
    expect(await ask({ url: new URL(closed.url) })).toEqual({ kind: 'not_sent', cause: 'ECONNREFUSED' });
  });

  it.each(['own', 'shared'] as const)(
    'sends nothing when its time to leave has passed (%s connection)',
    async (connection) => {
      server.play(json({ ok: true }));
      expect(await ask({ connection, mayLeave: () => false })).toEqual({
        kind: 'not_sent',
        cause: 'its time to leave has passed',
      });
      expect(server.seen).toHaveLength(0);
      expect(await ask({ connection, mayLeave: () => true })).toMatchObject({ kind: 'answered', status: 200 });
    },
  );

  it('calls mayLeave only once the connection stands', async () => {
    let isLate = false;
    server.play(json({ ok: true }));
    const asked = ask({ mayLeave: () => !isLate });
    isLate = true;
    expect(await asked).toMatchObject({ kind: 'not_sent' });
  });

  it('sends nothing when the name does not resolve', async () => {
    const end = await ask({ url: new URL('http://provider.invalid/'), connectMs: 5000, totalMs: 5000 });
    expect(end.kind).toBe('not_sent');
  });

  it('sends nothing when the TLS handshake never ends', async () => {
    const mute = createTcpServer(() => undefined);
    await new Promise<void>((resolve) => void mute.listen(0, '127.0.0.1', resolve));
    const { port } = mute.address() as AddressInfo;
    const startMs = performance.now();
    expect(await ask({ url: new URL(`https://127.0.0.1:${port}/`), connectMs: 200, totalMs: 10_000 })).toEqual({
      kind: 'not_sent',
      cause: 'connect timeout',
    });
    // The timeout of the connection ended it, not that of the whole exchange.
    expect(performance.now() - startMs).toBeLessThan(8_000);
    mute.close();
  });

  it('waits for an answer longer than for its connection', async () => {
    server.play((response, request) => void setTimeout(() => json({ ok: true })(response, request), 150));
    expect(await ask({ connectMs: 75 })).toMatchObject({ kind: 'answered', status: 200 });
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

  it('shares connections only for shared requests, and reports a broken one', async () => {
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

  it.each([
    [{ kind: 'lost', cause: 'ECONNRESET' }, true],
    [{ kind: 'lost', cause: 'EPIPE' }, true],
    [{ kind: 'lost', cause: 'timeout' }, false],
    [{ kind: 'not_sent', cause: 'ECONNRESET' }, false],
  ] as const)('broke, and may be repeated where that is harmless, when it ended as %j: %s', (end, is) => {
    expect(isBroken(end)).toBe(is);
  });

  it('reads how long to wait from Retry-After', async () => {
    server.play(text('{}', 429, { 'retry-after': '7' }));
    expect(await ask()).toMatchObject({ status: 429, retryAfterMs: 7000 });
  });
});

describe('an exchange over TLS', () => {
  const certificate = selfSigned();
  const trusted = getCACertificates('default');
  let secure: ScriptedServer;
  beforeAll(async () => {
    setDefaultCACertificates([...trusted, certificate.cert]);
    secure = await startScriptedServer(certificate);
  });
  afterAll(async () => {
    setDefaultCACertificates(trusted);
    await secure.close();
  });

  /** Starts a server that calls `take` with each connection, before any TLS. */
  async function raw(take: (socket: Socket) => void) {
    const tcp = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      take(socket);
    });
    await new Promise<void>((resolve) => void tcp.listen(0, '127.0.0.1', resolve));
    return { url: new URL(`https://127.0.0.1:${(tcp.address() as AddressInfo).port}/`), close: () => tcp.close() };
  }

  it.each(['own', 'shared'] as const)('is answered on a connection that is %s', async (connection) => {
    secure.play(json({ ok: true }));
    expect(await ask({ url: new URL(`${secure.url}/call`), connection })).toMatchObject({
      kind: 'answered',
      status: 200,
    });
    expect(secure.seen[0]?.body).toBe('{"a":"é"}');
  });

  it.each([
    ['a reset', reset, 'ECONNRESET'],
    ['half an answer', halfAnAnswer, 'ECONNRESET'],
    ['no answer in time', silence, 'timeout'],
  ])('is lost, not unsent, with %s after the request', async (_title, move, cause) => {
    secure.play(move);
    const end = await ask({ url: new URL(`${secure.url}/call`), totalMs: cause === 'timeout' ? 400 : 3000 });
    expect(end).toEqual({ kind: 'lost', cause });
    expect(secure.seen).toHaveLength(1);
  });

  it('is lost with a reset on a connection that was used before', async () => {
    secure.play(json(1), reset);
    await ask({ url: new URL(`${secure.url}/call`), connection: 'shared' });
    expect(await ask({ url: new URL(`${secure.url}/call`), connection: 'shared' })).toEqual({
      kind: 'lost',
      cause: 'ECONNRESET',
    });
  });

  it('sends nothing when the connection is reset before the handshake ends', async () => {
    const { url, close } = await raw((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await ask({ url })).toEqual({ kind: 'not_sent', cause: 'ECONNRESET' });
    close();
  });

  it('sends nothing to a server with an untrusted certificate', async () => {
    const stranger = await startScriptedServer(selfSigned());
    stranger.play(json({}));
    const end = await ask({ url: new URL(`${stranger.url}/call`) });
    expect(end).toMatchObject({ kind: 'not_sent' });
    expect(stranger.seen).toEqual([]);
    await stranger.close();
  });
});
