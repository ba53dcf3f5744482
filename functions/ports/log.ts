/** Fields of a log line. Never a secret, a PAN, a code, a token, an address or a body. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Structured logging: one JSON line per call. */
export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}
