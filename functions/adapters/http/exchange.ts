import { Agent as PlainAgent, request as plainRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { parseWellFormed } from './parse-well-formed.ts';

/** A request to a provider. */
export type ExchangeRequest = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** The exact text to send; a signature covers these bytes. */
  readonly body?: string;
  /**
   * `shared`: a kept-alive connection, which may turn out to be dead after a Lambda was frozen; for requests that may be
   * sent again. `own`: a new one, so that a reset really means that the provider may have seen the request.
   */
  readonly connection: 'shared' | 'own';
  readonly connectMs: number;
  /** Timeout of the whole exchange, in milliseconds. */
  readonly totalMs: number;
  /**
   * Checked when the connection stands, right before the first byte leaves: false ends the exchange as `not_sent`. A
   * process may have been frozen since it decided to send. @default always true
   */
  readonly mayLeave?: () => boolean;
};

/**
 * The end of an exchange.
 * - `answered`: a whole answer came; `body` is its JSON, undefined when it is not JSON.
 * - `not_sent`: no connection, or `mayLeave` was false: the provider cannot have seen the request.
 * - `lost`: the provider may have seen the request, and no usable answer came.
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

/** True when the connection broke, for example an idle one that the provider closed while we were frozen. */
export function isBroken(end: Exchange): boolean {
  return end.kind === 'lost' && ['ECONNRESET', 'EPIPE'].includes(end.cause);
}

const largestAnswer = 1024 * 1024;

/** Agents that keep connections alive. Global fetch would load undici, 12 to 30 ms of a cold start. */
const keptAlive = {
  plain: new PlainAgent({ keepAlive: true, keepAliveMsecs: 10_000, maxSockets: 64 }),
  tls: new TlsAgent({ keepAlive: true, keepAliveMsecs: 10_000, maxSockets: 64 }),
};

/** Sends one request once and reads one answer of at most 1 MB. Follows no redirect and never throws. */
export function exchange(request: ExchangeRequest): Promise<Exchange> {
  return new Promise((resolve) => {
    const isTls = request.url.protocol === 'https:';
    const outgoing: ClientRequest = (isTls ? tlsRequest : plainRequest)(request.url, {
      method: request.method,
      headers: {
        ...request.headers,
        ...(request.body !== undefined && { 'content-length': String(Buffer.byteLength(request.body)) }),
      },
      agent: request.connection === 'shared' ? keptAlive[isTls ? 'tls' : 'plain'] : false,
    });
    let isConnected = false;
    let isSettled = false;

    const settle = (end: Exchange): void => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(connecting);
      clearTimeout(whole);
      resolve(end);
    };
    const fail = (cause: string): void => {
      settle({ kind: isConnected ? 'lost' : 'not_sent', cause });
      outgoing.destroy();
    };
    const connecting = setTimeout(() => fail('connect timeout'), request.connectMs);
    const whole = setTimeout(() => fail('timeout'), Math.max(1, request.totalMs));
    const connected = (): void => {
      clearTimeout(connecting);
      if (isSettled) return;
      if (request.mayLeave?.() === false) return fail('its time to leave has passed');
      isConnected = true;
      outgoing.end(request.body);
    };

    outgoing.on('socket', (socket) => {
      // Nothing is written before the connection (for TLS: the handshake) stands.
      if (outgoing.reusedSocket || !socket.connecting) connected();
      else socket.once(isTls ? 'secureConnect' : 'connect', connected);
    });
    outgoing.on('response', (incoming) => {
      readAnswer(incoming).then(
        (answer) => (typeof answer === 'string' ? fail(answer) : settle(answer)),
        (error: unknown) => fail(codeOf(error)),
      );
    });
    outgoing.on('error', (error) => fail(codeOf(error)));
  });
}

/** Reads the whole reply; returns a text that says why there is none. */
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
    return parseWellFormed(text);
  } catch {
    return undefined;
  }
}

function readRetryAfter(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : undefined;
}

/** Returns only the system's error code, because an error's message may quote the request. */
function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'connection failed';
}
