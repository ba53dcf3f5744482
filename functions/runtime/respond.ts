import type { CsvFile } from './answer.ts';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { errorStatus, type AppError } from '#shared/errors.ts';

/** Makes an answer as API Gateway takes it. It is not cached unless `headers` say so. */
export function respond(
  status: number,
  body: unknown,
  requestId: string,
  cookies: readonly string[],
  headers: Readonly<Record<string, string>>,
): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode: status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': requestId,
      ...headers,
    },
    ...(cookies.length > 0 ? { cookies: [...cookies] } : {}),
    body: JSON.stringify(body),
  };
}

/** Returns the answer with comma-separated values as its body, to be saved as a file. */
export function asCsv(
  answered: APIGatewayProxyStructuredResultV2,
  { name, text }: CsvFile,
): APIGatewayProxyStructuredResultV2 {
  const headers = {
    ...answered.headers,
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
  };
  return { ...answered, headers, body: text };
}

/** Makes the reply of a refusal, in the one shape that all refusals have. */
export function refuse(error: AppError, requestId: string): APIGatewayProxyStructuredResultV2 {
  const { code, message, fields, methods, prices, retryAfterSeconds } = error;
  const headers: Record<string, string> = {};
  if (retryAfterSeconds !== undefined) {
    headers['retry-after'] = String(retryAfterSeconds);
    // The same in the header of the IETF's draft: no tries left, and the seconds until there are.
    if (code === 'TooManyRequests') headers['ratelimit'] = `"tries";r=0;t=${retryAfterSeconds}`;
  }
  // A code that this version does not have is that of a stored refusal, and only those of 422 are stored. Without a status
  // the gateway would answer 200.
  const status: number | undefined = errorStatus[code];
  return respond(
    status ?? 422,
    {
      code,
      message,
      ...(fields ? { fields } : {}),
      ...(methods ? { methods } : {}),
      ...(prices ? { prices } : {}),
      requestId,
    },
    requestId,
    error.cookies,
    { ...headers, ...error.headers },
  );
}
