import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Answer } from './answer.ts';
import type { MishapKind } from './mishap.ts';

/** The answer of a proxy without a server behind it. */
const page = '<!doctype html><html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>';

/** Sends an answer, in one piece unless a fault is planned for it. */
export async function sendAnswer(
  response: ServerResponse,
  { status, body }: Answer,
  how?: MishapKind,
  afterMs = 0,
): Promise<void> {
  const text = JSON.stringify(body);
  const headers = { 'content-type': 'application/json', ...(how === 'limited-with-wait' && { 'retry-after': '1' }) };
  switch (how) {
    case 'page':
    case 'page-but-done':
    case 'page-of-200':
      response.writeHead(how === 'page-of-200' ? 200 : 502, { 'content-type': 'text/html' }).end(page);
      return;
    case 'half':
      response.writeHead(status, headers).end(text.slice(0, text.length / 2));
      return;
    case 'cut-off':
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) });
      response.write(text.slice(0, text.length / 2));
      await sleep(30);
      response.destroy();
      return;
    case 'trickle':
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) });
      for (const byte of Buffer.from(text)) {
        response.write(Buffer.of(byte));
        await sleep(afterMs / text.length);
      }
      response.end();
      return;
    default:
      response.writeHead(status, headers).end(text);
  }
}
