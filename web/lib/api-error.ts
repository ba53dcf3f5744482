import type { ErrorCode } from '#shared/errors.ts';

type ApiErrorParts = {
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly fields?: Readonly<Record<string, string>> | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly requestId?: string | undefined;
};

/** A call that failed: the status and the fields of the body. `status` is undefined when there was no response. */
export class ApiError extends Error {
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly requestId: string | undefined;

  constructor({ status, code, message, fields, retryAfterSeconds, requestId }: ApiErrorParts) {
    super(message ?? '');
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
    this.requestId = requestId;
  }

  /** Whether it failed with this code of the contract. */
  is(code: ErrorCode): boolean {
    return this.code === code;
  }

  /** True when nobody knows whether the call took effect: no answer, or one that did not come from the API itself. */
  get outcomeUnknown(): boolean {
    return (
      this.status === undefined ||
      (this.status >= 500 && this.code === undefined) ||
      this.code === 'Internal' ||
      this.code === 'Busy' ||
      this.code === 'RequestInProgress'
    );
  }
}

/** What a person is told: the server's sentence, or `fallback`. */
export function errorText(error: unknown, fallback = 'An error occurred. Please try again.'): string {
  if (error instanceof ApiError && error.status === undefined)
    return 'We could not reach Satchel. Check your connection and try again.';
  return (error instanceof ApiError && error.message) || fallback;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Makes an ApiError of an answer that is not a success, whatever its body is. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  const told = isRecord(body) ? body : {};
  const fields = isRecord(told['fields'])
    ? Object.fromEntries(Object.entries(told['fields']).map(([field, why]) => [field, String(why)]))
    : undefined;
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError({
    status: response.status,
    code: textOf(told['code']),
    message: textOf(told['message']),
    fields,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
    requestId: textOf(told['requestId']) ?? response.headers.get('x-request-id') ?? undefined,
  });
}
