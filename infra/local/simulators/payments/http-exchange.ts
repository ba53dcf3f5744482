import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../kit/read-body.ts';

/** An HTTP answer ready to be written. */
export type Answer = {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
};

/** A request with its body read. */
export type Exchange = {
  method: string;
  /** Path without query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  rawBody: Buffer;
};

/** Reads the request to its end. Throws RangeError when the body is larger than a megabyte. */
export async function readExchange(request: IncomingMessage): Promise<Exchange> {
  const rawBody = await readBody(request);
  if (rawBody === undefined) throw new RangeError('the body is too large');
  const url = new URL(request.url ?? '/', 'http://simulator.invalid');
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    rawBody,
  };
}

/** A JSON answer. */
export function jsonAnswer(status: number, value: unknown): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify(value),
  };
}

/** An HTML page that runs nothing but this server's own script and style. */
export function htmlAnswer(status: number, body: string): Answer {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
    body,
  };
}

/** Sends the browser on with a GET. */
export function seeOther(location: string): Answer {
  return { status: 303, headers: { location, 'cache-control': 'no-store' }, body: '' };
}

/** Writes the answer and ends the response. */
export function writeAnswer(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, { ...answer.headers, 'content-length': String(Buffer.byteLength(answer.body)) });
  response.end(answer.body);
}

/** Parses a JSON object; an empty body is `{}`, anything that is not an object null. */
export function readJsonObject(rawBody: Buffer): Record<string, unknown> | null {
  const text = rawBody.toString('utf8').trim();
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value.length === 0 ? {} : null;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
