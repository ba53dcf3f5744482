import * as z from 'zod/mini';

import { exchange, isBroken, type Exchange } from '#functions/adapters/http/exchange.ts';
import type { Clock } from '#functions/ports/clock.ts';
import type { ProviderAnswer } from '#functions/ports/provider-answer.ts';
import { meaningOf, readMessage, redact } from './refusals.ts';

/** Timeouts of a call, in milliseconds. */
export type Timeouts = { readonly connectMs: number; readonly totalMs: number };

/** Default timeouts, so short that a function outlives a call and the read after it (test/infra/definition). */
export const usualTimeouts: Timeouts = { connectMs: 2000, totalMs: 8000 };

/** A call of the issuer's API. */
export type Call = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the base URL, without its query. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** The relay decrypts values that the API returns encrypted. @default api */
  readonly host?: 'api' | 'relay';
  /** True when a second call changes nothing more: only such a call is sent again after a broken connection. */
  readonly isRepeatable: boolean;
  /** Delay after a refusal for frequency, in milliseconds. */
  readonly rateLimitMs: number;
  /**
   * Time after which the request does not leave any more, in milliseconds since 1970 UTC; undefined for one that may
   * leave at any time, as questions may.
   */
  readonly sendBeforeMs?: number | undefined;
  /** The answer may hold a card's secrets: nothing of it may reach `detail`. */
  readonly isSecret?: boolean;
};

/** An answer, whose value is the envelope's `data`, or a refusal that means different things to different calls. */
export type CallAnswer =
  | ProviderAnswer<unknown>
  | { readonly outcome: 'no_such_transaction'; readonly detail: string }
  /** A question refused in words that we do not know. */
  | { readonly outcome: 'unclear'; readonly detail: string }
  | { readonly outcome: 'no_such_path'; readonly detail: string };

/** The issuer's HTTP interface. Nothing is retried here that could move money. */
export type BridgecardClient = {
  call(call: Call): Promise<CallAnswer>;
  get(
    path: string,
    query?: Readonly<Record<string, string>>,
    more?: Pick<Call, 'host' | 'isSecret'>,
  ): Promise<CallAnswer>;
};

/** The issuer's rate limits, in milliseconds. */
export const oncePerMs = { transfer: 300_000, registration: 60_000, other: 3000 } as const;

const refusedConnectionMs = 2000;
const envelope = z.object({ status: z.literal('success'), data: z.optional(z.unknown()) });

/** A client that authenticates every call with the access token. */
export function createBridgecardClient(config: {
  readonly baseUrl: string;
  readonly revealBaseUrl: string;
  readonly accessToken: string;
  readonly timeouts: Timeouts;
  readonly clock: Pick<Clock, 'now'>;
}): BridgecardClient {
  const bases = { api: config.baseUrl.replace(/\/+$/, ''), relay: config.revealBaseUrl.replace(/\/+$/, '') };

  function send(call: Call, connection: 'shared' | 'own', totalMs: number): Promise<Exchange> {
    const url = new URL(`${bases[call.host ?? 'api']}${call.path}`);
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
    return exchange({
      method: call.method,
      url,
      headers: {
        accept: 'application/json',
        // The header really is called `token`.
        token: `Bearer ${config.accessToken}`,
        ...(call.body && { 'content-type': 'application/json' }),
      },
      ...(call.body && { body: JSON.stringify(call.body) }),
      connection,
      connectMs: config.timeouts.connectMs,
      totalMs,
      ...(call.sendBeforeMs !== undefined && { mayLeave: mayLeave(call.sendBeforeMs) }),
    });
  }

  const mayLeave = (beforeMs: number) => (): boolean => config.clock.now() < beforeMs;

  async function make(call: Call): Promise<CallAnswer> {
    const { totalMs } = config.timeouts;
    if (!call.isRepeatable) return classify(call, await send(call, 'own', totalMs));
    const startMs = performance.now();
    const first = await send(call, 'shared', totalMs);
    if (!isBroken(first)) return classify(call, first);
    const answer = classify(call, await send(call, 'own', totalMs - (performance.now() - startMs)));
    // "The second was not processed" says nothing about the first.
    return answer.outcome === 'not_processed' ? { outcome: 'unknown', detail: answer.detail } : answer;
  }

  return {
    call: make,
    get: (path, query = {}, more = {}) =>
      make({ method: 'GET', path, query, isRepeatable: true, rateLimitMs: oncePerMs.other, ...more }),
  };
}

/** Sorts one exchange into an outcome. Of a 4xx, documented words win over the status, which often is a plain 400. */
function classify(call: Call, end: Exchange): CallAnswer {
  const name = call.path.split('/').slice(0, 3).join('/');
  if (end.kind === 'not_sent')
    return { outcome: 'not_processed', retryAfterMs: refusedConnectionMs, detail: `${name}: not sent: ${end.cause}` };
  if (end.kind === 'lost') return { outcome: 'unknown', detail: `${name}: no answer: ${end.cause}` };

  const { status, body } = end;
  if (status >= 200 && status < 300) {
    const parsed = envelope.safeParse(body);
    if (parsed.success) return { outcome: 'success', value: parsed.data.data };
    return { outcome: 'unknown', detail: `${name}: ${status} without the envelope of a success` };
  }
  const words = readMessage(body);
  const detail = `${name}: ${status}${words === undefined || call.isSecret ? '' : ` ${redact(words)}`}`;
  if (status === 401 || status === 403) return { outcome: 'fault', detail };
  if (status < 400 || status >= 500) return { outcome: 'unknown', detail };

  const meaning = words === undefined ? undefined : meaningOf(words);
  if (meaning === 'rate_limited' || status === 420 || status === 429)
    return {
      outcome: 'not_processed',
      retryAfterMs: Math.max(call.rateLimitMs, end.retryAfterMs ?? 0),
      detail,
      isTooOften: true,
    };
  if (meaning === 'transaction_not_found') return { outcome: 'no_such_transaction', detail };
  if (meaning !== undefined) return { outcome: 'declined', reason: meaning, detail };
  // The issuer words its own refusals of unknown items; a path that does not exist is refused by its framework.
  const isUnclear = call.method === 'GET' && words !== undefined && (status === 400 || status === 404);
  if (isUnclear) return { outcome: 'unclear', detail };
  if (status === 404 || status === 405) return { outcome: 'no_such_path', detail };
  if (status === 422) return { outcome: 'fault', detail };
  // A refusal without words is not the issuer's: some gateway in between wrote it.
  if (words === undefined || [408, 409, 425].includes(status)) return { outcome: 'unknown', detail };
  return { outcome: 'declined', reason: 'rejected', detail };
}
