import type { ErrorText } from './error-texts.ts';

/** Fields of a log line. Never a secret, a PAN, a code, a token, an address or a body. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Structured logging: one JSON line per call. */
export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  /** Logs a failure that may need a person. The text decides which alarm it rings. */
  error(message: ErrorText, fields?: LogFields): void;
}

/** Logs nothing: for commands whose reply says it all, and for tests. */
export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
