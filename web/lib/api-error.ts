import type { ErrorCode } from '#shared/errors.ts';

type ApiErrorParts = {
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly fields?: Readonly<Record<string, string>> | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly methods?: readonly string[] | undefined;
  readonly requestId?: string | undefined;
  readonly notSent?: boolean | undefined;
};

/** A call that failed: the status and the fields of the body. `status` is undefined when there was no response. */
export class ApiError extends Error {
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Ways to prove that the account's owner is there, of a `ProofRequired`. */
  readonly methods: readonly string[] | undefined;
  readonly requestId: string | undefined;
  /** Known to have taken no effect: the API never got it, or lost it before anything was done. */
  readonly notSent: boolean;

  constructor({
    status,
    code,
    message,
    fields,
    retryAfterSeconds,
    methods,
    requestId,
    notSent = false,
  }: ApiErrorParts) {
    super(message ?? '');
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
    this.methods = methods;
    this.requestId = requestId;
    this.notSent = notSent;
  }

  /** Returns the same failure, marked as one that took no effect. */
  asNotSent(): ApiError {
    const { status, code, message, fields, retryAfterSeconds, requestId } = this;
    return new ApiError({ status, code, message, fields, retryAfterSeconds, requestId, notSent: true });
  }

  /** True when it failed with this code of the contract. */
  is(code: ErrorCode): boolean {
    return this.code === code;
  }

  /** True when nobody knows whether the call took effect: no answer, or one that did not come from the API itself. */
  get outcomeUnknown(): boolean {
    if (this.notSent) return false;
    return (
      this.status === undefined ||
      (this.status >= 500 && this.code === undefined) ||
      this.code === 'Internal' ||
      this.code === 'Busy' ||
      this.code === 'RequestInProgress'
    );
  }
}

/** Returns the text to show: the server's sentence, or `fallback`. */
export function errorText(error: unknown, fallback = 'An error occurred. Please try again.'): string {
  if (error instanceof ApiError && error.status === undefined)
    return 'We could not reach Satchel. Check your connection and try again.';
  return (error instanceof ApiError && error.message) || fallback;
}

/** Returns the reference to quote for an unexpected failure: the request's id. Undefined for a refusal. */
export function referenceOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.code === undefined || (error.status ?? 0) >= 500 ? error.requestId : undefined;
}

/** True when the call failed because nobody is signed in any more. */
export function isSessionLoss(error: ApiError): boolean {
  return (
    error.is('InvalidAccessToken') ||
    error.is('InvalidRefreshToken') ||
    error.is('AccountSuspended') ||
    error.is('AccountLocked')
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Makes an ApiError of an answer that is not a success, with any body. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  const reply = isRecord(body) ? body : {};
  const fields = isRecord(reply['fields'])
    ? Object.fromEntries(Object.entries(reply['fields']).map(([field, why]) => [field, String(why)]))
    : undefined;
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError({
    status: response.status,
    code: textOf(reply['code']),
    message: textOf(reply['message']),
    fields,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
    methods: Array.isArray(reply['methods']) ? reply['methods'].map(String) : undefined,
    requestId: textOf(reply['requestId']) ?? response.headers.get('x-request-id') ?? undefined,
  });
}
