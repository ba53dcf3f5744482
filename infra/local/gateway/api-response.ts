/** What goes back over the wire. */
export type HttpAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Each becomes a `Set-Cookie` line of its own. */
  readonly cookies?: readonly string[];
  readonly body: Buffer;
};

/** An answer that API Gateway makes up itself. */
export function gatewayAnswer(status: number, message: string): HttpAnswer {
  const headers = { 'content-type': 'application/json' };
  return { status, headers, body: Buffer.from(JSON.stringify({ message })) };
}

/** A function that failed, or answered something that is no answer: API Gateway tells nothing about it. */
export const internalServerError = gatewayAnswer(500, 'Internal Server Error');

const droppedHeaders = /^(connection|content-length|keep-alive|transfer-encoding|upgrade|te|trailer|proxy-.+)$/;

/** Reads a function's answer the way HTTP API payload 2.0 does, the inferred form included. */
export function readFunctionAnswer(payload: string): HttpAnswer {
  const result: unknown = JSON.parse(payload);
  if (!isRecord(result) || result['statusCode'] === undefined) {
    // Without a status code the whole result is the body.
    const body = typeof result === 'string' ? result : payload;
    return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(body) };
  }
  const status = Number(result['statusCode']);
  if (!Number.isInteger(status) || status < 200 || status > 599) return internalServerError;
  const { headers, cookies, body, isBase64Encoded } = result;
  if (body !== undefined && body !== null && typeof body !== 'string') return internalServerError;
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
