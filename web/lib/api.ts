import type { ReplyOf, RequestInputOf, RouteId, routes } from '#shared/contract/index.ts';
import { ApiError, errorOf, isSessionLoss } from './api-error.ts';
import { calls } from './contract-facts.ts';
import { dropEarlyReads, takeEarlyRead } from './early-reads.ts';
import { reportFactorRequired } from './factor-required.ts';
import { nextCursorIn } from './next-cursor.ts';
import { noteRole, noteSession } from './session-hint.ts';
import { askForProof } from './proof-of-presence.ts';
import { keepFor, tabOwner } from './kept-in-tab.ts';
import { noteServerDate } from './server-clock.ts';
import { isOtherPerson, reportSessionLoss } from './session-loss.ts';
import { refresherOf } from './session-refresh.ts';

type Given<T> = T extends undefined ? never : T;
type Part<Id extends RouteId, P extends 'params' | 'query' | 'body'> = [Given<RequestInputOf<Id>[P]>] extends [never]
  ? { readonly [K in P]?: undefined }
  : Partial<Given<RequestInputOf<Id>[P]>> extends Given<RequestInputOf<Id>[P]>
    ? { readonly [K in P]?: Given<RequestInputOf<Id>[P]> | undefined }
    : { readonly [K in P]: Given<RequestInputOf<Id>[P]> };

/** Input of a call: the parts that its route has; a part without required fields may be left out. */
export type CallInput<Id extends RouteId> = Part<Id, 'params'> &
  Part<Id, 'query'> &
  Part<Id, 'body'> &
  ((typeof routes)[Id] extends { readonly priced: true } ? { readonly headers: PriceHeader } : unknown);

/** The number of the prices that the person was shown. */
type PriceHeader = { readonly 'price-version': string };

type LooseInput = {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly idempotencyKey?: string | undefined;
  readonly headers?: PriceHeader;
};

/** Base path of the API, on the site's own origin. */
const apiBase = '/api';

function entriesOf(part: unknown): [string, string][] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)]);
}

/** The address of a call: `/api/cards/crd_1/transactions?page_no=2`. */
export function addressOf(path: string, params: unknown, query: unknown): string {
  let address = path;
  for (const [name, value] of entriesOf(params)) address = address.replace(`{${name}}`, encodeURIComponent(value));
  const search = new URLSearchParams(entriesOf(query)).toString();
  return apiBase + address + (search && `?${search}`);
}

async function send(id: RouteId, input: LooseInput): Promise<Response> {
  const response = await fetchReply(id, input);
  noteServerDate(response.headers.get('date'));
  return response;
}

/** Fetches the facts of the later routes. Throws ApiError, marked `notSent`, when they cannot be fetched. */
function laterFacts() {
  return import('./later-facts.ts').catch(() => {
    throw new ApiError({ notSent: true });
  });
}

async function fetchReply(id: RouteId, input: LooseInput): Promise<Response> {
  const [method, path] = calls[id] ?? (await laterFacts()).laterCalls[id];
  const address = addressOf(path, input.params, input.query);
  if (method === 'GET') {
    const early = takeEarlyRead(address);
    const reply = early && (await early);
    // An early read that failed is sent again: another tab may have renewed the session since.
    if (reply?.ok) return reply;
  }
  if (method !== 'GET' || id === 'auth.logout') dropEarlyReads();
  const headers = new Headers({ accept: 'application/json', ...input.headers });
  if (input.body !== undefined) headers.set('content-type', 'application/json');
  if (input.idempotencyKey) headers.set('idempotency-key', input.idempotencyKey);
  try {
    return await fetch(address, {
      method,
      headers,
      credentials: 'same-origin',
      cache: 'no-store',
      body: input.body === undefined ? null : JSON.stringify(input.body),
    });
  } catch {
    throw new ApiError({});
  }
}

const session = refresherOf(async () => {
  const response = await send('auth.refresh', {});
  if (response.ok) return;
  const error = await errorOf(response);
  // Other failures pass; only a refusal says that there is no session any more.
  if (error.status === 401 || error.status === 403) noteSession(false);
  throw error;
});

/** Routes whose replies set the cookies of a new session. */
const signIns: ReadonlySet<RouteId> = new Set(['auth.login', 'auth.verify-2fa', 'auth.passkey']);

/** Routes whose refusal says how the session stands. Elsewhere `AccountLocked` may be the person's own lock. */
const ofSession: ReadonlySet<RouteId> = new Set(['user.read', 'auth.refresh']);

function reportIfSessionLost(error: unknown, id: RouteId): void {
  if (!(error instanceof ApiError) || !isSessionLoss(error)) return;
  if (error.is('AccountLocked') && !ofSession.has(id)) {
    // This read reports the loss of the session if that is the reason.
    void call('user.read').catch(() => undefined);
    return;
  }
  reportSessionLoss(error.is('AccountSuspended') ? 'suspended' : 'ended');
}

/** Input of `call` and `callPage` for a route. */
export type CallArguments<Id extends RouteId> =
  Partial<CallInput<Id>> extends CallInput<Id>
    ? [input?: CallInput<Id> & { readonly idempotencyKey?: string | undefined }]
    : [input: CallInput<Id> & { readonly idempotencyKey?: string | undefined }];

/**
 * Makes one call of the API. A 401 `InvalidAccessToken` renews the session, one renewal at a time for everybody, and
 * repeats the call once. A 403 `ProofRequired` asks the person in place, and repeats the call when it was proved. Any other
 * failure is an ApiError with the status and the fields of the body.
 */
export async function call<Id extends RouteId>(id: Id, ...args: CallArguments<Id>): Promise<ReplyOf<Id>> {
  const reply = (await replyOf(await request(id, args[0] ?? {}))) as ReplyOf<Id>;
  noteWhoIsIn(id, reply);
  return reply;
}

/** Notes for all tabs whose session it is, as soon as an answer says so. */
function noteWhoIsIn(id: RouteId, reply: unknown): void {
  if (id === 'user.read') {
    const user = reply as ReplyOf<'user.read'>;
    noteSession(user._id);
    noteRole(user.role);
    refuseOtherPerson();
  } else if (signIns.has(id)) {
    const { isTwoFactorRequired = false, userId } = reply as Partial<ReplyOf<'auth.login'>>;
    if (isTwoFactorRequired || userId === undefined) return;
    if (tabOwner() !== userId) keepFor(undefined);
    noteSession(userId);
    session.noteRenewed();
  }
}

/** Throws when another tab has signed in another person: this tab neither shows their data nor acts for them. */
function refuseOtherPerson(): void {
  if (!isOtherPerson()) return;
  reportSessionLoss('other');
  throw new ApiError({});
}

/**
 * Reads one page of a list and the cursor of the next one, from `Link` (RFC 8288); without a cursor this page is the
 * last. `reachedAt` is how far back a search has looked, while there is more to look at.
 */
export async function callPage<Id extends RouteId>(
  id: Id,
  ...args: CallArguments<Id>
): Promise<{
  readonly reply: ReplyOf<Id>;
  readonly nextCursor: string | undefined;
  readonly reachedAt: string | undefined;
}> {
  const response = await request(id, args[0] ?? {});
  const { headers } = response;
  return {
    reply: (await replyOf(response)) as ReplyOf<Id>,
    nextCursor: nextCursorIn(headers.get('link')),
    reachedAt: headers.get('search-reached') ?? undefined,
  };
}

async function request(id: RouteId, input: LooseInput, isProved = false): Promise<Response> {
  if (!signIns.has(id)) refuseOtherPerson();
  const sentAt = Date.now();
  let response = await (signIns.has(id) ? session.afterwards(() => send(id, input)) : send(id, input));
  if (response.status === 401 && id !== 'auth.refresh') {
    const error = await errorOf(response);
    if (!error.is('InvalidAccessToken')) throw error;
    try {
      await session.renew(sentAt);
    } catch (refreshError) {
      reportIfSessionLost(refreshError, 'auth.refresh');
      throw refreshError;
    }
    response = await send(id, input);
  }
  if (!response.ok) {
    const error = await errorOf(response);
    if (error.is('ProofRequired') && !isProved) {
      const outcome = await askForProof(error.methods ?? []);
      if (outcome === 'proved') return request(id, input, true);
      throw new ApiError({ status: error.status, code: error.code, message: 'Canceled.' });
    }
    if (error.is('FactorRequired')) reportFactorRequired();
    if (!signIns.has(id)) reportIfSessionLost(error, id);
    throw error;
  }
  if (!signIns.has(id)) refuseOtherPerson();
  if (id === 'auth.logout' || id === 'user.close') noteSession('signed-out');
  return response;
}

async function replyOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  try {
    return await response.json();
  } catch {
    throw new ApiError({ status: response.status, message: 'The answer could not be read. Please try again.' });
  }
}
