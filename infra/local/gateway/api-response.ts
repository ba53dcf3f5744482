import { errorStatus, type ErrorCode } from '#shared/errors.ts';

/** A response as it is sent. */
export type HttpAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Each becomes a `Set-Cookie` line of its own. */
  readonly cookies?: readonly string[];
  readonly body: Buffer;
};

/**
 * Returns an answer that no function made, in the API's one shape. AWS answers in its own words in these cases and lets
 * nobody change them (infra/README.md).
 */
export function gatewayAnswer(code: ErrorCode, message: string, requestId: string): HttpAnswer {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-request-id': requestId,
  };
  const fields = code === 'ValidationFailed' ? { fields: { path: message } } : {};
  const body = Buffer.from(JSON.stringify({ code, message, ...fields, requestId }));
  return { status: errorStatus[code], headers, body };
}

/** The response for a function that failed or returned no valid response. It reveals nothing about the cause. */
export function internalServerError(requestId: string): HttpAnswer {
  return gatewayAnswer('Internal', 'Something went wrong on our side. Please try again.', requestId);
}

const droppedHeaders = /^(connection|content-length|keep-alive|transfer-encoding|upgrade|te|trailer|proxy-.+)$/;

/** Reads a function's answer the way HTTP API payload 2.0 does, the inferred form included. */
export function readFunctionAnswer(payload: string, requestId: string): HttpAnswer {
  const result: unknown = JSON.parse(payload);
  if (!isRecord(result) || result['statusCode'] === undefined) {
    // Without a status code the whole result is the body.
    const body = typeof result === 'string' ? result : payload;
    return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(body) };
  }
  const status = Number(result['statusCode']);
  if (!Number.isInteger(status) || status < 200 || status > 599) return internalServerError(requestId);
  const { headers, cookies, body, isBase64Encoded } = result;
  if (body !== undefined && body !== null && typeof body !== 'string') return internalServerError(requestId);
  return {
    status,
    headers: { 'content-type': 'text/plain;charset=UTF-8', ...readHeaders(headers) },
    cookies: Array.isArray(cookies) ? cookies.map(String) : [],
    body: Buffer.from(body ?? '', isBase64Encoded === true ? 'base64' : 'utf8'),
  };
}

function readHeaders(headers: unknown): Record<string, string> {
  if (!isRecord(headers)) return {};
  return Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), String(value)] as const)
      .filter(([name]) => !droppedHeaders.test(name)),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
