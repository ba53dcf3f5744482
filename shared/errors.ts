/** The one table of error code → HTTP status. A code that is not here does not exist. */
export const errorStatus = {
  ValidationFailed: 400,
  InvalidVerificationLink: 400,
  InvalidResetLink: 400,
  InvalidUndoLink: 400,
  InvalidExportLink: 400,
  InvalidAccessToken: 401,
  InvalidRefreshToken: 401,
  InvalidCredentials: 401,
  InvalidCode: 401,
  InvalidSignature: 401,
  Forbidden: 403,
  CrossSiteRequest: 403,
  AccountSuspended: 403,
  AccountLocked: 403,
  ProofRequired: 403,
  FactorRequired: 403,
  EmailNotVerified: 403,
  TermsNotAccepted: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  Conflict: 409,
  RequestInProgress: 409,
  QuoteChanged: 409,
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  InsufficientFunds: 422,
  CardLimitReached: 422,
  CardholderMissing: 422,
  CardNotActive: 422,
  CardBalanceLimit: 422,
  CardBlocked: 422,
  CardNotEmpty: 422,
  CardMinimum: 422,
  CooldownActive: 422,
  AmountTooSmall: 422,
  AmountTooLarge: 422,
  AccountInDebt: 422,
  BalanceLeft: 422,
  CardsLeft: 422,
  MoneyUnderWay: 422,
  CoinUnavailable: 422,
  ProviderRefused: 422,
  TooManyOpenDeposits: 422,
  TooManyCases: 422,
  IdempotencyKeyReused: 422,
  TooManyRequests: 429,
  RegionNotServed: 451,
  Internal: 500,
  ProviderUnavailable: 503,
  TemporarilyUnavailable: 503,
  Busy: 503,
} as const satisfies Record<string, number>;

/** A code that the API may answer. */
export type ErrorCode = keyof typeof errorStatus;

/** Details of an error beside its code: invalid fields with reasons, and how long to wait. */
export type ErrorDetails = {
  readonly fields?: Readonly<Record<string, string>>;
  readonly retryAfterSeconds?: number;
  /** Ways to prove presence; only with `ProofRequired`. */
  readonly methods?: readonly string[];
  /** The present prices; only with `QuoteChanged`. */
  readonly prices?: object;
  /** `Set-Cookie` values that go with the refusal: a dead session's cookies are cleared. */
  readonly cookies?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
};

/** A refusal that the caller gets as it is. Other errors become `Busy` or `Internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields?: Readonly<Record<string, string>>;
  readonly retryAfterSeconds?: number;
  readonly methods?: readonly string[];
  readonly prices?: object;
  readonly cookies: readonly string[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.cookies = details.cookies ?? [];
    this.headers = details.headers ?? {};
    if (details.fields) this.fields = details.fields;
    if (details.retryAfterSeconds !== undefined) this.retryAfterSeconds = details.retryAfterSeconds;
    if (details.methods) this.methods = details.methods;
    if (details.prices) this.prices = details.prices;
  }
}
