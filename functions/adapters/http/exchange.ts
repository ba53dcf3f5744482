import { Agent as PlainAgent, request as plainRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';

/** A request to a provider. */
export type ExchangeRequest = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** The exact text to send; a signature covers these bytes. */
  readonly body?: string;
  /**
   * True when sending it twice does no harm. Such requests share kept-alive connections and are sent again when an
   * idle one turns out to be dead, which is usual after a frozen Lambda. All others get a connection of their own, so
   * that a reset really means that the provider may have seen the request.
   */
  readonly isRepeatable: boolean;
  readonly connectMs: number;
  /** The longest that the whole exchange may take. */
  readonly totalMs: number;
};

/**
 * How an exchange ended.
 * - `answered`: a whole answer came; `body` is its JSON, undefined when it is not JSON.
 * - `not_sent`: the connection was never made, so the provider cannot have seen the request.
 * - `lost`: it may have been seen, and no usable answer came.
 */
export type Exchange =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly body: unknown;
      readonly retryAfterMs: number | undefined;
    }
  | { readonly kind: 'not_sent'; readonly cause: string }
  | { readonly kind: 'lost'; readonly cause: string };

const largestAnswer = 1024 * 1024;

/** Not global fetch: it loads undici, 12 to 30 ms of a cold start. */
const keptAlive = {
  plain: new PlainAgent({ keepAlive: true, keepAliveMsecs: 10_000, maxSockets: 64 }),
  tls: new TlsAgent({ keepAlive: true, keepAliveMsecs: 10_000, maxSockets: 64 }),
};

/** Sends one request and reads one answer of at most 1 MB. Follows no redirect and never throws. */
export async function exchange(request: ExchangeRequest): Promise<Exchange> {
  const deadline = performance.now() + request.totalMs;
  const first = await send(request, deadline, request.isRepeatable);
  return first === 'stale' ? asExchange(await send(request, deadline, false)) : first;
}

function asExchange(sent: Exchange | 'stale'): Exchange {
  return sent === 'stale' ? { kind: 'lost', cause: 'ECONNRESET' } : sent;
}

function send(request: ExchangeRequest, deadline: number, isShared: boolean): Promise<Exchange | 'stale'> {
  return new Promise((resolve) => {
    const isTls = request.url.protocol === 'https:';
    const outgoing: ClientRequest = (isTls ? tlsRequest : plainRequest)(request.url, {
      method: request.method,
      headers: {
        ...request.headers,
        ...(request.body !== undefined && { 'content-length': String(Buffer.byteLength(request.body)) }),
      },
      agent: isShared ? keptAlive[isTls ? 'tls' : 'plain'] : false,
    });
    let isConnected = false;
    let isAnswering = false;
    let isSettled = false;

    const settle = (end: Exchange | 'stale'): void => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(connecting);
      clearTimeout(whole);
      resolve(end);
    };
    const giveUp = (end: Exchange | 'stale'): void => {
      settle(end);
      outgoing.destroy();
    };
    const fail = (cause: string): void => giveUp({ kind: isConnected ? 'lost' : 'not_sent', cause });
    const connecting = setTimeout(() => fail('connect timeout'), request.connectMs);
    const whole = setTimeout(() => fail('timeout'), Math.max(1, deadline - performance.now()));
    const connected = (): void => {
      isConnected = true;
      clearTimeout(connecting);
    };

    outgoing.on('socket', (socket) => {
      // Until the connection (for TLS: the handshake) stands, Node holds the request back: nothing was sent.
      if (outgoing.reusedSocket || !socket.connecting) connected();
      else socket.once(isTls ? 'secureConnect' : 'connect', connected);
    });
    outgoing.on('response', (incoming) => {
      isAnswering = true;
      readAnswer(incoming).then(
        (answer) => (typeof answer === 'string' ? fail(answer) : settle(answer)),
        (error: unknown) => fail(codeOf(error)),
      );
    });
    outgoing.on('error', (error) => {
      if (outgoing.reusedSocket && !isAnswering && isReset(error)) giveUp('stale');
      else fail(codeOf(error));
    });
    outgoing.end(request.body);
  });
}

/** The whole answer, or why there is none. */
async function readAnswer(incoming: IncomingMessage): Promise<Exchange | string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > largestAnswer) return 'answer larger than 1 MB';
    chunks.push(chunk);
  }
  if (!incoming.complete) return 'answer cut off';
  return {
    kind: 'answered',
    status: incoming.statusCode ?? 0,
    body: parseJson(Buffer.concat(chunks).toString('utf8')),
    retryAfterMs: readRetryAfter(incoming.headers['retry-after']),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function readRetryAfter(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : undefined;
}

function isReset(error: Error): boolean {
  return ['ECONNRESET', 'EPIPE'].includes(codeOf(error));
}

/** The system's code only: a message may quote what was sent. */
function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'connection failed';
}
