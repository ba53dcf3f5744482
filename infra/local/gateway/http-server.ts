import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

import type { FunctionPool } from '../lambda/function-pool.ts';
import { payloadLimitBytes } from '../lambda/invocation.ts';
import { createApiEvent } from './api-event.ts';
import { gatewayAnswer, internalServerError, readFunctionAnswer } from './api-response.ts';
import type { HttpAnswer } from './api-response.ts';
import { readBody } from './read-body.ts';
import type { RouteTable } from './route-table.ts';
import type { SiteFiles } from './site-files.ts';

/** API Gateway reads at most so much of a request. */
const requestLimitBytes = 10 * 1024 * 1024;

/** API Gateway waits at most so long for a function, whatever the function's own timeout says. */
const integrationTimeoutMs = 30_000;

/** What stands behind the front door. */
export type FrontDoor = {
  readonly routes: RouteTable;
  readonly pool: Pick<FunctionPool, 'invoke'>;
  readonly site: SiteFiles;
  readonly now: () => number;
  readonly port: number;
  /** Set on every answer, as CloudFront's response headers policy does. */
  readonly headers: Readonly<Record<string, string>>;
  /** Shortened by tests. */
  readonly timeoutMs?: number;
};

/** CloudFront and API Gateway in one: `/api` runs functions, everything else is the site. */
export function createFrontDoor(door: FrontDoor): Server {
  const server = createServer((request, response) => {
    void answer(door, request)
      .catch((error: unknown) => {
        // A request that the client broke off is nobody's error.
        if (!request.destroyed) console.error(`${request.method} ${request.url}: ${String(error)}`);
        return internalServerError;
      })
      .then((result) => send(request, response, { ...result, headers: { ...result.headers, ...door.headers } }));
  });
  server.keepAliveTimeout = 65_000;
  return server;
}

async function answer(door: FrontDoor, request: IncomingMessage): Promise<HttpAnswer> {
  const [path = '/', ...rest] = (request.url ?? '/').split('?');
  const query = rest.join('?');
  if (path === '/api' || path.startsWith('/api/')) return answerApi(door, request, path, query);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return { ...gatewayAnswer(405, 'Method Not Allowed'), headers: { allow: 'GET, HEAD' } };
  }
  const host = request.headers.host ?? '';
  if (host === `localhost:${door.port}`) {
    // One origin, as in the cloud: cookies and the origin check belong to 127.0.0.1.
    const location = `http://127.0.0.1:${door.port}${request.url ?? '/'}`;
    return { status: 302, headers: { location }, body: Buffer.alloc(0) };
  }
  return door.site({
    path,
    acceptEncoding: request.headers['accept-encoding'] ?? '',
    ifNoneMatch: request.headers['if-none-match'] ?? '',
  });
}

async function answerApi(door: FrontDoor, request: IncomingMessage, path: string, query: string): Promise<HttpAnswer> {
  const { timeoutMs = integrationTimeoutMs } = door;
  try {
    decodeURIComponent(path);
  } catch {
    return gatewayAnswer(400, 'Bad Request');
  }
  const match = door.routes(request.method ?? 'GET', path);
  if (!match) return gatewayAnswer(404, 'Not Found');
  const body = await readBody(request, requestLimitBytes);
  if (!body) return gatewayAnswer(413, 'Request Entity Too Large');
  const requestId = randomUUID();
  const event = createApiEvent({
    request,
    path,
    query,
    body,
    match,
    requestId,
    viewerAddress: (request.socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, ''),
    port: door.port,
    now: door.now(),
  });
  if (body.length > payloadLimitBytes) return gatewayAnswer(413, 'Request Entity Too Large');
  const outcome = await withTimeout(door.pool.invoke(match.functionId, event, timeoutMs), timeoutMs);
  const result = readOutcome(outcome);
  return { ...result, headers: { ...result.headers, 'apigw-requestid': requestId } };
}

function readOutcome(outcome: Awaited<ReturnType<FunctionPool['invoke']>> | 'timed-out'): HttpAnswer {
  if (outcome === 'timed-out') return gatewayAnswer(503, 'Service Unavailable');
  if (outcome.kind === 'returned') return readFunctionAnswer(outcome.payload);
  switch (outcome.error.errorType) {
    case 'TooManyRequestsException':
    case 'Service.Stopped':
      return gatewayAnswer(503, 'Service Unavailable');
    case 'RequestEntityTooLarge':
      return gatewayAnswer(413, 'Request Entity Too Large');
    default:
      return internalServerError;
  }
}

/** The function goes on after the caller was told 503, as it does in the cloud. */
async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T | 'timed-out'> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<'timed-out'>((resolve) => {
    timer = setTimeout(() => resolve('timed-out'), ms);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

const sendableHeader = /^[\t\x20-\x7e\x80-\xff]*$/;

function send(request: IncomingMessage, response: ServerResponse, answer: HttpAnswer): void {
  if (response.destroyed) return;
  response.statusCode = answer.status;
  for (const [name, value] of Object.entries(answer.headers)) {
    // Node refuses such a header by throwing; a broken handler must not leave the request unanswered.
    if (!sendableHeader.test(value)) continue;
    response.setHeader(name, value);
  }
  if (answer.cookies && answer.cookies.length > 0) response.setHeader('set-cookie', [...answer.cookies]);
  // What was not read of a refused body would be taken for the next request.
  if (!request.complete) response.setHeader('connection', 'close');
  const hasBody = answer.status !== 204 && answer.status !== 304;
  if (hasBody) response.setHeader('content-length', answer.body.length);
  response.end(hasBody && request.method !== 'HEAD' ? answer.body : undefined);
}
