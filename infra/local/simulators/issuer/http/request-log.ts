import type { IssuerRequest } from '../books/records.ts';

const capacity = 1_000;

/** One call of the issuer's API as it is remembered: without secrets. */
export type LoggedRequest = {
  readonly n: number;
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** HTTP status, or how the connection ended instead. */
  readonly result: number | string;
  readonly fault: string | null;
};

const secretFields: ReadonlySet<string> = new Set([
  'pin',
  'card_pin',
  'bvn',
  'id_no',
  'id_image',
  'selfie_image',
  'token',
]);

/** The last thousand calls, in memory. */
export class RequestLog {
  #calls: LoggedRequest[] = [];
  #count = 0;

  add(request: IssuerRequest, result: number | string, fault: string | null, now: number): void {
    const url = new URL(request.target, 'http://simulator.invalid');
    this.#count += 1;
    this.#calls.push({
      n: this.#count,
      at: new Date(now).toISOString(),
      method: request.method,
      path: url.pathname,
      query: Object.fromEntries([...url.searchParams].map(([name, value]) => [name, redact(name, value) as string])),
      body: parseRedacted(request.rawBody),
      result,
      fault,
    });
    this.#calls = this.#calls.slice(-capacity);
  }

  /** Oldest first. */
  all(): readonly LoggedRequest[] {
    return this.#calls;
  }

  clear(): void {
    this.#calls = [];
    this.#count = 0;
  }
}

function redact(name: string, value: unknown): unknown {
  return secretFields.has(name) ? '[redacted]' : value;
}

function parseRedacted(raw: string): unknown {
  if (raw === '') return null;
  try {
    return JSON.parse(raw, redact) as unknown;
  } catch {
    return '[not JSON]';
  }
}
