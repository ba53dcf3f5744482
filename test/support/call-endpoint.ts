import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { EndpointHandler } from '#functions/runtime/endpoint.ts';
import type { Services } from '#functions/ports/services.ts';

/** A request as a test describes it. */
export type TestRequest = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The raw text of the body, sent instead of `body`. */
  readonly text?: string;
  /** The values of the cookies by name. */
  readonly cookies?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly clientAddress?: string;
};

/** An answer as a test reads it. */
export type TestAnswer = {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** The raw text of the body. */
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Whole `Set-Cookie` values. */
  readonly setCookies: readonly string[];
};

/** Calls an endpoint in process, over given services, with the event that API Gateway would make of a request. */
export async function callEndpoint(
  handler: EndpointHandler,
  services: Services,
  request: TestRequest = {},
): Promise<TestAnswer> {
  const event = {
    version: '2.0',
    headers: { host: 'satchel.example', 'content-type': 'application/json', ...request.headers },
    cookies: Object.entries(request.cookies ?? {}).map(([name, value]) => `${name}=${value}`),
    pathParameters: request.params,
    queryStringParameters: request.query,
    body: request.text ?? (request.body === undefined ? undefined : JSON.stringify(request.body)),
    isBase64Encoded: false,
    requestContext: {
      requestId: 'request-1',
      http: { sourceIp: request.clientAddress ?? '198.51.100.7', userAgent: 'test' },
    },
  } as unknown as APIGatewayProxyEventV2;
  const { statusCode, body, headers, cookies } = await handler.using(services)(event);
  const isCsv = String(headers?.['content-type']).startsWith('text/csv');
  return {
    status: statusCode ?? 0,
    body: isCsv ? {} : (JSON.parse(body ?? '{}') as Record<string, unknown>),
    text: body ?? '',
    headers: headers ?? {},
    setCookies: cookies ?? [],
  };
}

/** Returns the cookies that a browser keeps after an answer, without cleared ones. */
export function keptCookies(setCookies: readonly string[]): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const cookie of setCookies) {
    const [pair = ''] = cookie.split(';');
    const at = pair.indexOf('=');
    if (!/;\s*max-age=0\b/i.test(cookie)) kept[pair.slice(0, at)] = pair.slice(at + 1);
  }
  return kept;
}
