import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

import type { FunctionPool } from '../lambda/function-pool.ts';
import { payloadLimitBytes } from '../lambda/invocation.ts';
import { createApiEvent } from './api-event.ts';
import type { ApiRequest } from './api-event.ts';
import type { ApiDocs } from './api-docs.ts';
import { gatewayAnswer, internalServerError, readFunctionAnswer } from './api-response.ts';
import type { HttpAnswer } from './api-response.ts';
import type { RecordExchange } from './exchange-log.ts';
import { readBody } from './read-body.ts';
import type { RouteTable } from './route-table.ts';
import type { SiteFiles } from './site-files.ts';

/** Maximum size of a request that API Gateway reads, in bytes. */
const requestLimitBytes = 10 * 1024 * 1024;

/** Timeout of API Gateway for a function, in milliseconds, whatever the function's own timeout is. */
const integrationTimeoutMs = 30_000;

/**
 * Maximum time that a request waits for a worker, in timeouts of its function. In the cloud a worker would start at
 * once.
 */
const lineTimeouts = 2;

/** The parts behind the front door. */
export type FrontDoor = {
  readonly routes: RouteTable;
  readonly pool: Pick<FunctionPool, 'invoke'>;
  readonly site: SiteFiles;
  readonly now: () => number;
  readonly port: number;
  /** Set on every answer, as CloudFront's response headers policy does. */
  readonly headers: Readonly<Record<string, string>>;
  /** The API's document and page, where they are served. */
  readonly docs?: ApiDocs;
  /** Called with every call of the API and its answer. */
  readonly record?: RecordExchange | undefined;
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
        return internalServerError(randomUUID());
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
    return { status: 405, headers: { allow: 'GET, HEAD' }, body: Buffer.from('Method Not Allowed') };
  }
  return door.site({
    path,
    acceptEncoding: request.headers['accept-encoding'] ?? '',
    ifNoneMatch: request.headers['if-none-match'] ?? '',
  });
}

async function answerApi(door: FrontDoor, request: IncomingMessage, path: string, query: string): Promise<HttpAnswer> {
  const page = request.method === 'GET' || request.method === 'HEAD' ? door.docs?.(path) : undefined;
  if (page) return page;
  const requestId = randomUUID();
  const body = await readBody(request, requestLimitBytes);
  const result = body ? await callFunction(door, { request, path, query, body, requestId }) : tooLarge(requestId);
  door.record?.({ request, body, result });
  // The product's time, which tests move forward.
  const date = new Date(door.now()).toUTCString();
  return { ...result, headers: { ...result.headers, 'apigw-requestid': requestId, date } };
}

async function callFunction(
  door: FrontDoor,
  call: Pick<ApiRequest, 'path' | 'query' | 'body' | 'requestId'> & { readonly request: IncomingMessage },
): Promise<HttpAnswer> {
  const { timeoutMs = integrationTimeoutMs } = door;
  const { request, path, body, requestId } = call;
  try {
    decodeURIComponent(path);
  } catch {
    return gatewayAnswer('ValidationFailed', 'The address has a percent sign that stands for nothing.', requestId);
  }
  const match = door.routes(request.method ?? 'GET', path);
  if (!match) return gatewayAnswer('NotFound', 'Nothing exists at this address.', requestId);
  if (body.length > payloadLimitBytes) return tooLarge(requestId);
  const event = createApiEvent({
    ...call,
    match,
    viewerAddress: (request.socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, ''),
    port: door.port,
    now: door.now(),
  });
  const run = (onTaken: () => void) =>
    door.pool.invoke(match.functionId, event, { maxWaitMs: lineTimeouts * timeoutMs, onTaken });
  return readOutcome(await withTimeout(run, timeoutMs), requestId);
}

function readOutcome(
  outcome: Awaited<ReturnType<FunctionPool['invoke']>> | 'timed-out',
  requestId: string,
): HttpAnswer {
  if (outcome === 'timed-out') return unavailable(requestId);
  if (outcome.kind === 'returned') return readFunctionAnswer(outcome.payload, requestId);
  switch (outcome.error.errorType) {
    case 'TooManyRequestsException':
    case 'Service.Stopped':
      return unavailable(requestId);
    case 'RequestEntityTooLarge':
      return tooLarge(requestId);
    default:
      return internalServerError(requestId);
  }
}

function tooLarge(requestId: string): HttpAnswer {
  return gatewayAnswer('PayloadTooLarge', 'The request is larger than 64 KB.', requestId);
}

function unavailable(requestId: string): HttpAnswer {
  return gatewayAnswer('Busy', 'We are busy just now. Please try again in a moment.', requestId);
}

/**
 * Waits for `work`, with a timeout that starts when `work` calls `onBegun`. The function continues after its caller got
 * 503, as in the cloud.
 */
async function withTimeout<T>(work: (onBegun: () => void) => Promise<T>, ms: number): Promise<T | 'timed-out'> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = Promise.withResolvers<'timed-out'>();
  const onBegun = (): void => {
    timer = setTimeout(() => timeout.resolve('timed-out'), ms);
  };
  return Promise.race([work(onBegun), timeout.promise]).finally(() => clearTimeout(timer));
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
  // The unread rest of a refused body would be taken for the next request.
  if (!request.complete) response.setHeader('connection', 'close');
  const hasBody = answer.status !== 204 && answer.status !== 304;
  if (hasBody) response.setHeader('content-length', answer.body.length);
  response.end(hasBody && request.method !== 'HEAD' ? answer.body : undefined);
}
