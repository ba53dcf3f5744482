import type { IncomingMessage } from 'node:http';

import type { APIGatewayProxyEventV2 } from 'aws-lambda';

import type { RouteMatch } from './route-table.ts';

/** A request as the gateway read it. */
export type ApiRequest = {
  readonly request: Pick<IncomingMessage, 'method' | 'rawHeaders' | 'httpVersion'>;
  /** The path as sent, still percent-encoded. */
  readonly path: string;
  readonly query: string;
  readonly body: Buffer;
  readonly match: RouteMatch;
  readonly viewerAddress: string;
  readonly port: number;
  readonly requestId: string;
  readonly now: number;
};

/**
 * Headers that end at each hop of HTTP, so a function never sees them. `host` and `cookie` have places of their own.
 */
const droppedHeaders = new Set([
  'connection',
  'cookie',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  // Only CloudFront may set these.
  'cloudfront-viewer-address',
  'x-forwarded-port',
  'x-forwarded-proto',
]);

/*
 * `cloudfront-viewer-country` passes as it is sent: nothing here knows where a viewer is, so a test says it. Where the
 * product is deployed CloudFront overwrites it.
 */

/** Locally CloudFront, which API Gateway sees as its client, is this process. */
const edgeAddress = '127.0.0.1';

/** The HTTP API v2 payload, as a function behind CloudFront and API Gateway gets it. */
export function createApiEvent(api: ApiRequest): APIGatewayProxyEventV2 {
  const { request, path, query, body, match, now, requestId } = api;
  const { headers, cookies } = readHeaders(api);
  // API Gateway decodes the path, in spite of the field's name.
  const rawPath = decodeURIComponent(path);
  const time = new Date(now);
  const queryStringParameters = joinQuery(query);
  return {
    version: '2.0',
    routeKey: match.routeKey,
    rawPath,
    rawQueryString: query,
    ...(cookies.length > 0 && { cookies }),
    headers,
    ...(queryStringParameters && { queryStringParameters }),
    ...(Object.keys(match.pathParameters).length > 0 && { pathParameters: match.pathParameters }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: headers['host'] ?? 'localhost',
      domainPrefix: 'local',
      http: {
        method: request.method ?? 'GET',
        path: rawPath,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: edgeAddress,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId,
      routeKey: match.routeKey,
      stage: '$default',
      time: commonLogTime(time),
      timeEpoch: now,
    },
    ...encodeBody(body, headers['content-type']),
  };
}

function readHeaders({ request, viewerAddress, port }: ApiRequest): {
  headers: Record<string, string>;
  cookies: string[];
} {
  const found = new Map<string, string>();
  const cookies: string[] = [];
  for (let index = 0; index + 1 < request.rawHeaders.length; index += 2) {
    const name = (request.rawHeaders[index] ?? '').toLowerCase();
    const value = request.rawHeaders[index + 1] ?? '';
    if (name === 'cookie') cookies.push(...value.split(';').map((cookie) => cookie.trim()));
    if (droppedHeaders.has(name)) continue;
    const before = found.get(name);
    found.set(name, before === undefined ? value : `${before},${value}`);
  }
  const headers: Record<string, string> = Object.fromEntries(found);
  const claimed = headers['x-forwarded-for'];
  // CloudFront appends its caller's address and API Gateway appends CloudFront's: only the last but one can be
  // believed.
  headers['x-forwarded-for'] = [claimed, viewerAddress, edgeAddress].filter(Boolean).join(', ');
  headers['x-forwarded-port'] = String(port);
  headers['x-forwarded-proto'] = 'http';
  headers['cloudfront-viewer-address'] = `${viewerAddress}:0`;
  return { headers, cookies: cookies.filter((cookie) => cookie !== '') };
}

/** Repeated names are joined by a comma; a name without a value is an empty string. */
function joinQuery(query: string): Record<string, string> | undefined {
  const joined = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    const before = joined.get(name);
    joined.set(name, before === undefined ? value : `${before},${value}`);
  }
  return joined.size > 0 ? Object.fromEntries(joined) : undefined;
}

const textTypes = /^\s*(text\/.+|application\/(json|javascript|xml))\s*(;|$)/i;

/** Text travels as it is, everything else as base64. */
function encodeBody(body: Buffer, contentType: string | undefined): { body?: string; isBase64Encoded: boolean } {
  if (body.length === 0) return { isBase64Encoded: false };
  const isText = textTypes.test(contentType ?? '');
  return { body: body.toString(isText ? 'utf8' : 'base64'), isBase64Encoded: !isText };
}

/** `12/Mar/2026:19:03:58 +0000` */
function commonLogTime(time: Date): string {
  const [, day, month, year, clock] = /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(time.toUTCString()) ?? [];
  return `${day}/${month}/${year}:${clock} +0000`;
}
