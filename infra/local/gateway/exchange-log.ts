import { createWriteStream, mkdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

import type { HttpAnswer } from './api-response.ts';

/** A call of the API and its answer, as they went over the wire: one line of a recording. */
export type RecordedExchange = {
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty when there was none; absent when it was too large to be kept. */
  readonly body?: string;
  readonly status: number;
  readonly answerHeaders: Readonly<Record<string, string>>;
  readonly answerBody: string;
};

/** Called with each call and its answer. */
export type RecordExchange = (exchange: {
  readonly request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>;
  readonly body: Buffer | undefined;
  readonly result: HttpAnswer;
}) => void;

/** Maximum size of a request body that is recorded, in bytes: the API takes none larger. */
const keptBytes = 64 * 1024;

/**
 * Writes every call into a file of this process's own in a folder, so that the traffic of a test run can be checked
 * against the API's document. The file holds all that was sent, passwords included, so only tests ask for it.
 */
export function openExchangeLog(folder: string): RecordExchange {
  mkdirSync(folder, { recursive: true });
  const stream = createWriteStream(path.join(folder, `${process.pid}-${Date.now()}.jsonl`), { flags: 'a' });
  // A full disk ends the recording, never the gateway.
  stream.on('error', (error) => console.error(`the recording ends: ${error.message}`));
  return ({ request, body, result }) => {
    const line: RecordedExchange = {
      method: request.method ?? 'GET',
      url: request.url ?? '/',
      headers: flatten(request.headers),
      ...(body !== undefined && body.length <= keptBytes ? { body: body.toString('utf8') } : {}),
      status: result.status,
      answerHeaders: result.headers,
      answerBody: textOf(result),
    };
    stream.write(`${asOneLine(line)}\n`);
  };
}

/** Escapes the two characters that JSON leaves in a string and at which readers of lines, such as Node.js's, end a line. */
function asOneLine(exchange: RecordedExchange): string {
  return JSON.stringify(exchange)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
}

/** Returns a body as its function wrote it: a long one was compressed on the way. */
function textOf({ headers, body }: HttpAnswer): string {
  return (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString('utf8');
}

function flatten(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));
}
