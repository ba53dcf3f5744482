import { createHmac } from 'node:crypto';
import { AppError, errorStatus } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { Claim } from '#functions/ports/entities/operations.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update, WriteConflict } from '#functions/ports/store.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { keyHashOf, newClaim, type NewClaim } from '#functions/domain/idempotency/claim.ts';
import { refusedStatus as refused } from '#functions/domain/idempotency/stored-answer.ts';
import { answer, Answer } from './answer.ts';

/** The two halves of a money mutation. */
export type MoneySteps<Request, Reply> = {
  /**
   * Stores the intent and the claim in one transaction; returns the id of what it made. A refusal stores nothing
   * itself.
   */
  readonly start: (request: Request, services: Services, claim: NewClaim | undefined) => Promise<string>;
  /**
   * Describes the state of the subject, after driving it for a few seconds if needed. `isOwn`: this request has just
   * made it.
   */
  readonly answer: (
    subjectId: string,
    request: Request,
    services: Services,
    isOwn: boolean,
  ) => Promise<Reply | Answer<Reply>>;
  /** True for a stored reply of today's form. Without this function all count as such. */
  readonly fits?: (reply: unknown) => boolean;
};

/**
 * Timeout after which a twin (a later request with the same key) stops waiting for the first one's answer and takes
 * over, in milliseconds.
 */
const twinWaitMs = 9_000;

/** Maximum duration of a request, in milliseconds: the process of a claim older than that has died. */
const requestLifeMs = 30_000;

/** An `Idempotency-Key` as it came, scoped to user and route, with the fingerprint of its request. */
export class IdempotencyKey {
  readonly claim: NewClaim;

  private constructor(claim: NewClaim) {
    this.claim = claim;
  }

  /** Reads the header; undefined when there is none. Throws AppError ValidationFailed. */
  static read(
    routeId: string,
    userId: Id<'user'>,
    given: {
      readonly headers: Readonly<Record<string, string | undefined>>;
      readonly params: unknown;
      readonly body: unknown;
    },
  ): IdempotencyKey | undefined {
    const key = given.headers['idempotency-key'];
    if (key === undefined) return undefined;
    if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
      throw new AppError('ValidationFailed', 'Idempotency-Key must be 1 to 255 printable characters.', {
        fields: { 'Idempotency-Key': 'must be 1 to 255 printable characters' },
      });
    }
    const request = JSON.stringify([routeId, canonical(given.params), canonical(given.body)]);
    // A body can hold a 3DS code, which a bare hash would give away to 10,000 guesses. The key itself is stored
    // nowhere.
    const requestHash = createHmac('sha256', key).update(request).digest('base64url');
    return new IdempotencyKey({ userId, routeId, keyHash: keyHashOf(key), requestHash });
  }
}

/**
 * Runs a money mutation at most once per key: every request with the key gets the first decided answer, done or
 * refused. `known` is the key's claim if an earlier read found one: then `start` and its gates are skipped. Without
 * one, requests with the same key compete: only one of them can insert the claim.
 */
export async function runOnce<Request, Reply>(
  key: IdempotencyKey | undefined,
  steps: MoneySteps<Request, Reply>,
  request: Request,
  services: Services,
  known?: Claim,
): Promise<Reply | Answer<Reply>> {
  if (key === undefined) return steps.answer(await steps.start(request, services, undefined), request, services, true);
  const { claim } = key;
  const started = known ? { taken: known } : await startOrFind(claim, steps, request, services);
  if ('subjectId' in started) {
    const response = await firstAnswer(started.subjectId, steps, request, services, true);
    return keep(claim, response, services, false);
  }
  if (started.taken.requestHash !== claim.requestHash) {
    throw new AppError('IdempotencyKeyReused', 'This Idempotency-Key was already used for another request.');
  }
  const taken = await waitForAnswer(started.taken, services);
  if (taken.response) {
    if (taken.subjectId === undefined || isPresentForm(taken.response, steps))
      return replayed<Reply>(taken.response, services);
    // The stored reply has an older form, but the key has had its effect: describe the effect's present state instead.
    return replayed<Reply>(
      storedFrom(await firstAnswer(taken.subjectId, steps, request, services, false), services),
      services,
    );
  }
  if (taken.subjectId === undefined) throw new Error('a claim holds neither what it made nor an answer');
  return keep(claim, await firstAnswer(taken.subjectId, steps, request, services, false), services, true);
}

/**
 * Starts the mutation and returns the id of what it made, or the claim of an earlier request. Stores a decided refusal.
 */
async function startOrFind<Request, Reply>(
  claim: NewClaim,
  { start }: MoneySteps<Request, Reply>,
  request: Request,
  services: Services,
): Promise<{ readonly subjectId: string } | { readonly taken: Claim }> {
  try {
    return { subjectId: await start(request, services, claim) };
  } catch (thrown) {
    if (thrown instanceof AppError && isDecided(thrown)) {
      const taken = await claimRefused(claim, thrown, services);
      if (taken === undefined) throw thrown;
      return { taken };
    }
    // A twin's claim may be in the way, or the twin took the money that is missing now. A store that did not answer may
    // have committed. Only when the key has no claim has this request itself failed.
    const taken = await services.store.get('claim', claim).catch(() => undefined);
    if (taken === undefined) throw thrown;
    return { taken };
  }
}

/** The stored answer of the first request. */
type StoredAnswer = { readonly status: number; readonly body: string };

/** The stored form of a refusal. */
type StoredRefusal = Pick<AppError, 'code' | 'message' | 'fields'> & { readonly retryAtMs?: number };

/** True for a refusal that a rule or a provider decided: it is the key's answer. Others leave the key unused. */
function isDecided({ code }: AppError): boolean {
  return errorStatus[code] === 422 && code !== 'IdempotencyKeyReused';
}

/**
 * Stores a refusal under its key by inserting the claim. Returns the claim of a faster request with the key, if there
 * is one: it may have used up what this request was refused for lack of.
 */
async function claimRefused(claim: NewClaim, error: AppError, services: Services): Promise<Claim | undefined> {
  try {
    const response = { status: refused, body: refusalText(error, services.clock.now()) };
    await withRetries(services, () =>
      services.store.commit([insert('claim', newClaim(claim, { response }, services.clock.now()))]),
    );
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof WriteConflict && thrown.exists('claim'))) throw thrown;
    const taken = await services.store.get('claim', claim);
    if (taken === undefined) throw thrown;
    return taken;
  }
}

async function firstAnswer<Request, Reply>(
  subjectId: string,
  steps: MoneySteps<Request, Reply>,
  request: Request,
  services: Services,
  isOwn: boolean,
): Promise<Answer<Reply> | AppError> {
  try {
    const reply = await steps.answer(subjectId, request, services, isOwn);
    return reply instanceof Answer ? reply : answer(reply, {});
  } catch (thrown) {
    // A decided refusal is an answer too; after anything else the same key may try again.
    if (thrown instanceof AppError && isDecided(thrown)) return thrown;
    throw thrown;
  }
}

function isPresentForm<Request, Reply>({ status, body }: StoredAnswer, { fits }: MoneySteps<Request, Reply>): boolean {
  return status === refused || fits === undefined || fits(JSON.parse(body));
}

function storedFrom(response: Answer<unknown> | AppError, { clock }: Services): StoredAnswer {
  return response instanceof AppError
    ? { status: refused, body: refusalText(response, clock.now()) }
    : { status: response.status ?? 0, body: JSON.stringify(response.reply) };
}

async function keep<Reply>(
  claim: NewClaim,
  response: Answer<Reply> | AppError,
  services: Services,
  isTwin: boolean,
): Promise<Answer<Reply>> {
  const stored = storedFrom(response, services);
  // Stored before it is returned: otherwise the next request with the key could get another answer.
  const earlier = await withRetries(services, async () => {
    const seen = await services.store.get('claim', claim);
    if (seen === undefined) throw new Error('the claim that was just made is not there');
    // A twin that took over may have answered already.
    if (seen.response) return seen.response;
    await services.store.commit([update('claim', seen, { response: stored })]);
    return undefined;
  });
  if (earlier) return replayed<Reply>(earlier, services);
  if (response instanceof AppError) throw response;
  return isTwin ? replayed<Reply>(stored, services) : response;
}

function refusalText({ code, message, fields, retryAfterSeconds }: AppError, nowMs: number): string {
  const retryAtMs = retryAfterSeconds === undefined ? undefined : nowMs + retryAfterSeconds * 1_000;
  return JSON.stringify({ code, message, fields, retryAtMs });
}

function replayed<Reply>(stored: StoredAnswer, { clock }: Services): Answer<Reply> {
  if (stored.status === refused) {
    const { code, message, fields, retryAtMs } = JSON.parse(stored.body) as StoredRefusal;
    throw new AppError(code, message, {
      ...(fields ? { fields } : {}),
      ...(retryAtMs === undefined
        ? {}
        : { retryAfterSeconds: Math.max(1, Math.ceil((retryAtMs - clock.now()) / 1_000)) }),
      headers: { 'idempotency-replayed': 'true' },
    });
  }
  return answer(JSON.parse(stored.body) as Reply, {
    ...(stored.status === 0 ? {} : { status: stored.status }),
    headers: { 'idempotency-replayed': 'true' },
  });
}

async function waitForAnswer(taken: Claim, services: Services): Promise<Claim> {
  const untilMs = Math.min(services.clock.now() + twinWaitMs, taken.createdAtMs + requestLifeMs);
  let seen = taken;
  for (
    let waitMs = 50;
    seen.response === undefined && services.clock.now() < untilMs;
    waitMs = Math.min(500, waitMs * 1.5)
  ) {
    await services.clock.sleep(waitMs);
    seen = (await services.store.get('claim', taken)) ?? seen;
  }
  return seen;
}

/** Sorts the keys of all objects in a value, so that equal data gives equal JSON. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, canonical(inner)]),
  );
}
