import type { ReplyOf, RouteId } from '#shared/contract/index.ts';
import { ApiError } from './api-error.ts';
import { call } from './api.ts';
import { endIntent, loseIntent, openIntent, type Intent } from './intents.ts';

/** Outcome of a request whose answer was lost, with its input. */
export type EarlierOutcome = ReplyOf<'operations.find'> & Pick<Intent, 'input'>;

/** Delay between two questions, in milliseconds. */
const pauseMs = 1500;

/**
 * Returns how many times in a row the API must not know a request before it counts as never sent: for 30 s the API may
 * still get it or work on it, unless `failure` is its own answer that it gave up.
 */
export function timesUnknown(sentAtMs: number, failure?: ApiError): number {
  const isOver = failure?.is('Internal') || failure?.is('Busy') || Date.now() - sentAtMs >= 30_000;
  return isOver ? 3 : 20;
}

/** Waits before the next question, at most until the browser is online again. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, pauseMs);
    window.addEventListener('online', done);
  });
}

/** True for a failure after which the same question may be asked again: no answer, or an answer that says nothing. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.outcomeUnknown || error.status === 429 || (error.status ?? 0) >= 500);
}

/** Asks for the outcome of an intent until the API knows it, or counts as not having got it. */
async function ask(
  id: RouteId,
  { key, sentAtMs }: Intent,
  wanted: () => boolean,
  failure?: ApiError,
): Promise<ReplyOf<'operations.find'> | undefined> {
  const times = timesUnknown(sentAtMs, failure);
  for (let unknown = 0; wanted(); await pause()) {
    try {
      const reply = await call('operations.find', { query: { call: id, key } });
      unknown += 1;
      if (reply.outcome !== 'none' || unknown >= times) return reply;
    } catch (error) {
      if (!isPassing(error)) throw error;
      unknown = 0;
    }
  }
  return undefined;
}

/**
 * Asks for the outcome of an intent that was sent before this page or dialog was opened. Ends the intent once its
 * outcome is known, or marks it as lost when the API never got it. Undefined when the caller no longer wants to know,
 * or the question was refused.
 */
export async function learnOutcome(
  id: RouteId,
  scope: string,
  wanted: () => boolean,
): Promise<EarlierOutcome | undefined> {
  const intent = openIntent(scope);
  if (!intent) return undefined;
  try {
    const reply = await ask(id, intent, wanted);
    if (reply === undefined) return undefined;
    if (reply.outcome === 'none') loseIntent(scope);
    else endIntent(scope);
    return { ...reply, input: intent.input };
  } catch {
    return undefined;
  }
}

/**
 * Learns the outcome of a request that ended in `failure`, whose outcome is unknown, and returns the request's first
 * answer. With a scope, asks the API first, and repeats the request with its key only when it has arrived. Without a
 * scope, repeats the request until an answer comes. Throws the refusal, the failure marked `notSent` for a request that
 * never arrived, or the failure itself when the caller no longer wants to know or the question was refused.
 */
export async function sendUntilKnown<Reply>(
  id: RouteId,
  scope: string | undefined,
  send: () => Promise<Reply>,
  failure: ApiError,
  wanted: () => boolean,
): Promise<Reply> {
  const intent = scope === undefined ? undefined : openIntent(scope);
  while (wanted()) {
    const found = intent && (await ask(id, intent, wanted, failure).catch(() => undefined));
    if (found?.outcome === 'none') throw failure.asNotSent();
    if (intent && !found) break;
    try {
      return await send();
    } catch (error) {
      if (!isPassing(error)) throw isDecided(error) ? error : failure;
    }
    await pause();
  }
  throw failure;
}

/** False for an answer about the caller, such as an ended session, which says nothing of the request. */
function isDecided(error: unknown): boolean {
  return error instanceof ApiError && error.status !== 401 && error.status !== 403;
}
