import { randomInt } from 'node:crypto';

import * as z from 'zod/mini';

import { exchange, type Exchange } from '#functions/adapters/http/exchange.ts';
import type { Clock } from '#functions/ports/clock.ts';
import type { ProviderAnswer } from '#functions/ports/provider-answer.ts';
import { readRefusal } from './refusals.ts';
import { signBody } from './signature.ts';

/** Timeouts of a call, in milliseconds. All its attempts together stay within `totalMs`. */
export type Timeouts = { readonly connectMs: number; readonly totalMs: number };

/**
 * Default timeouts, so short that a function outlives a call even after waiting for another request with the same
 * `Idempotency-Key` (test/infra/definition).
 */
export const usualTimeouts: Timeouts = { connectMs: 5000, totalMs: 10_000 };

/** An answer, or one of the two refusals that mean different things to different calls. */
export type CallAnswer =
  | ProviderAnswer<unknown>
  | { readonly outcome: 'not_found'; readonly detail: string }
  | { readonly outcome: 'duplicate'; readonly detail: string };

/**
 * A call's answer, and whether an earlier attempt of it may have reached the provider without an answer. `status` is the
 * last attempt's, undefined without an answer.
 */
export type Called = {
  readonly answer: CallAnswer;
  readonly wasLost: boolean;
  readonly status: number | undefined;
};

/** The provider's HTTP interface. Every call of it may be repeated, and is. */
export type CryptomusClient = {
  /** The moment, on the monotonic clock, at which work begun now has to end. */
  deadline(): number;
  post(path: string, body: Readonly<Record<string, unknown>>, deadline: number): Promise<Called>;
  get(path: string, deadline: number): Promise<Called>;
};

type Attempt = { readonly answer: CallAnswer; readonly isWorthRepeating: boolean };

const attempts = 3;
/** Minimum remaining time for another attempt, in milliseconds. */
const shortestAttemptMs = 1000;
/** The provider's limit of reads of one payment. */
const rateLimitMs = 30_000;
const refusedConnectionMs = 2000;

const envelope = z.object({ state: z.literal(0), result: z.unknown() });

/** A client that signs every body with the payment key. */
export function createCryptomusClient(config: {
  readonly baseUrl: string;
  readonly merchantId: string;
  readonly paymentKey: string;
  readonly clock: Clock;
  readonly timeouts: Timeouts;
}): CryptomusClient {
  const base = config.baseUrl.replace(/\/+$/, '');

  async function call(
    method: 'GET' | 'POST',
    path: string,
    body: string | undefined,
    deadline: number,
  ): Promise<Called> {
    let wasLost = false;
    for (let attempt = 1; ; attempt += 1) {
      const end = await exchange({
        method,
        url: new URL(`${base}${path}`),
        headers: {
          accept: 'application/json',
          merchant: config.merchantId,
          sign: signBody(body ?? '', config.paymentKey),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body }),
        // One dead kept-alive connection seldom comes alone.
        connection: attempt === 1 ? 'shared' : 'own',
        connectMs: config.timeouts.connectMs,
        totalMs: deadline - performance.now(),
      });
      const { answer, isWorthRepeating } = classify(path, end);
      wasLost ||= answer.outcome === 'unknown';
      const pauseMs = attempt * randomInt(100, 300);
      const isTimeLeft = deadline - performance.now() > pauseMs + shortestAttemptMs;
      if (!isWorthRepeating || attempt === attempts || !isTimeLeft) {
        // "The last attempt was not processed" says nothing about the ones before it.
        const isAmbiguous = wasLost && answer.outcome === 'not_processed';
        const status = end.kind === 'answered' ? end.status : undefined;
        return { answer: isAmbiguous ? { outcome: 'unknown', detail: answer.detail } : answer, wasLost, status };
      }
      await config.clock.sleep(pauseMs);
    }
  }

  return {
    deadline: () => performance.now() + config.timeouts.totalMs,
    post: (path, body, deadline) => call('POST', path, JSON.stringify(body), deadline),
    get: (path, deadline) => call('GET', path, undefined, deadline),
  };
}

/** Sorts one exchange into an outcome. Never quotes a header or an answer beyond the provider's message. */
function classify(path: string, end: Exchange): Attempt {
  if (end.kind === 'not_sent') {
    const detail = `${path}: not sent: ${end.cause}`;
    return { answer: { outcome: 'not_processed', retryAfterMs: refusedConnectionMs, detail }, isWorthRepeating: true };
  }
  if (end.kind === 'lost') return transient(`${path}: no answer: ${end.cause}`);

  const { status, body } = end;
  if (status === 401 || status === 403) return settled({ outcome: 'fault', detail: `${path}: ${status}` });
  if (status === 429) {
    const retryAfterMs = end.retryAfterMs ?? rateLimitMs;
    return settled({ outcome: 'not_processed', retryAfterMs, detail: `${path}: ${status}` });
  }
  if (status >= 200 && status < 300) {
    const parsed = envelope.safeParse(body);
    if (parsed.success) return settled({ outcome: 'success', value: parsed.data.result });
  }
  const isRefusal = status < 300 || (status >= 400 && status < 500 && ![408, 409, 425].includes(status));
  const read = isRefusal ? readRefusal(body) : undefined;
  if (!read) return transient(`${path}: ${status} that says nothing`);

  const detail = `${path}: ${status} ${read.detail}`;
  const { refusal, limit } = read;
  if (refusal.means === 'transient') return transient(detail);
  if (refusal.means === 'declined') {
    return settled({ outcome: 'declined', reason: refusal.reason, detail, ...(limit !== undefined && { limit }) });
  }
  return settled({ outcome: refusal.means, detail });
}

function settled(answer: CallAnswer): Attempt {
  return { answer, isWorthRepeating: false };
}

function transient(detail: string): Attempt {
  return { answer: { outcome: 'unknown', detail }, isWorthRepeating: true };
}
