import { useCallback, useEffect, useRef, useState } from 'react';
import useSWR, { mutate, type SWRConfiguration, type SWRResponse } from 'swr';
import type { routes } from '#shared/contract/index.ts';
import type { ReplyOf, RouteId } from '#shared/contract/index.ts';
import { ApiError } from './api-error.ts';
import { call, type CallInput } from './api.ts';
import { calls } from './contract-facts.ts';
import { focusWrongField } from './focus-wrong-field.ts';
import { beginIntent, endIntent, intentScope, isUnsettled, loseIntent } from './intents.ts';
import type * as learningCode from './learn-outcome.ts';
import type { EarlierOutcome } from './learn-outcome.ts';

/** The routes that only read, and those of staff whose reads are recorded. */
export type ReadId =
  | 'admin.user'
  | 'admin.user-file'
  | 'admin.deposit'
  | 'admin.webhook'
  | {
      [Id in RouteId]: (typeof routes)[Id] extends { method: 'GET' }
        ? (typeof routes)[Id] extends { changesState: true }
          ? never
          : Id
        : never;
    }[RouteId];

/** The first word of a route's name, by which a write names the reads to refresh. */
export type RouteGroup = RouteId extends infer Id ? (Id extends `${infer Group}.${string}` ? Group : never) : never;

type LooseCall = (id: RouteId, input: object) => Promise<unknown>;

/** Time for which a read counts as fresh, in milliseconds. */
const freshForMs = 10_000;
const keptForGood: Partial<Record<RouteId, SWRConfiguration>> = {
  'user.read': { revalidateOnFocus: false, revalidateIfStale: false, revalidateOnReconnect: false },
};
const ordinary: SWRConfiguration = {
  dedupingInterval: freshForMs,
  focusThrottleInterval: freshForMs,
  shouldRetryOnError: false,
};

/** Options of a read, and the time for which it counts as fresh. */
export function readSettings(id: RouteId): SWRConfiguration {
  return { ...ordinary, ...keptForGood[id] };
}

/**
 * Reads a route and keeps the answer: the key is `[routeId, input]`. `null` as input waits. Nothing is retried after a
 * failure; `error` is an ApiError.
 */
export function useRead<Id extends ReadId>(
  id: Id,
  input: CallInput<Id> | null,
  options: SWRConfiguration<ReplyOf<Id>, ApiError> = {},
): SWRResponse<ReplyOf<Id>, ApiError> {
  const key = input === null ? null : ([id, input] as const);
  const fetcher = ([, parts]: readonly [Id, CallInput<Id>]) => (call as LooseCall)(id, parts) as Promise<ReplyOf<Id>>;
  return useSWR<ReplyOf<Id>, ApiError, typeof key>(
    key,
    fetcher as never,
    {
      ...readSettings(id),
      ...options,
    } as never,
  );
}

/** Reads again everything that was read of these groups (`'cards'`) or routes (`'cards.read'`). */
export async function refresh(groups: readonly (RouteGroup | ReadId)[]): Promise<void> {
  await mutate(
    (key) =>
      Array.isArray(key) &&
      typeof key[0] === 'string' &&
      groups.some((group) => key[0] === group || String(key[0]).startsWith(`${group}.`)),
  );
}

/** Stores a reply as if it had been read just now. */
export async function seedRead<Id extends ReadId>(id: Id, input: CallInput<Id>, reply: ReplyOf<Id>): Promise<void> {
  await mutate([id, input], reply, { revalidate: false });
}

/** Forgets everything that was read: at sign-out, and before another person signs in. */
export async function forgetEverything(): Promise<void> {
  await mutate(() => true, undefined, { revalidate: false });
}

type Learning = typeof learningCode;
let learning: Learning | undefined;

/**
 * Sets the code that learns the outcome of a write without an answer. Otherwise that code is fetched when it is needed.
 */
export function bringLearning(code: Learning): void {
  learning = code;
}

async function loadLearning(): Promise<Learning> {
  return learning ?? import('./learn-outcome.ts');
}

type WriteOptions<Id extends RouteId> = {
  /** Reads to repeat after a success, and after a failure of unknown outcome. */
  refresh?: readonly (RouteGroup | ReadId)[];
  onSuccess?: (reply: ReplyOf<Id>) => void;
  onError?: (error: ApiError) => void;
  /** Called once an earlier request about the subject is known to have arrived. */
  onArrived?: () => void;
  /** The subject of the call, such as a card. An earlier request about it whose outcome is unknown is looked up on mount. */
  about?: string;
  /** The call is idempotent: without a reply it is repeated until there is one. */
  repeatable?: true;
  /** The success ends the session, so `onSuccess` is called also when the dialog that asked for it is closed. */
  isLast?: true;
};

/** A write: `run` it, show `busy`, `error` and `checking`. */
export type Write<Id extends RouteId> = {
  /**
   * The reply, or undefined when it failed (`error` and `onError` say why). A second click shares the first click's
   * reply.
   */
  run: (input: CallInput<Id>) => Promise<ReplyOf<Id> | undefined>;
  busy: boolean;
  /** True while the API is asked for the outcome of a request whose reply was lost. */
  checking: boolean;
  error: ApiError | undefined;
  /** Outcome of an earlier request, from before a reload or the dialog's closing. */
  earlier: EarlierOutcome | undefined;
  /** Forgets the error. */
  reset: () => void;
};

/**
 * A call that changes something. Money routes get one Idempotency-Key per intent, stored before it is sent. Without an
 * answer the API is asked what happened. Only its answer makes the write a success, refused or never sent. The key is
 * given up after a success or a refusal.
 */
export function useWrite<Id extends RouteId>(id: Id, options: WriteOptions<Id> = {}): Write<Id> {
  const [busy, setBusy] = useState(false);
  const { about } = options;
  // Known at the first render, so that nobody presses the button before the check begins.
  const [checking, setChecking] = useState(() => about !== undefined && isUnsettled(`${id} ${about}`.trim()));
  const [error, setError] = useState<ApiError>();
  const [earlier, setEarlier] = useState<EarlierOutcome>();
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const running = useRef<Promise<ReplyOf<Id> | undefined>>(undefined);
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);

  /** Looks up the outcome of an earlier intent. Returns true when another one may start. */
  const settleEarlier = useCallback(
    async (scope: string): Promise<boolean> => {
      if (!isUnsettled(scope)) return true;
      const { learnOutcome } = await loadLearning();
      const outcome = await learnOutcome(id, scope, () => shown.current);
      setChecking(false);
      if (outcome === undefined) return false;
      setEarlier(outcome);
      if (outcome.outcome === 'taken') latest.current.onArrived?.();
      if (latest.current.refresh) void refresh(latest.current.refresh);
      return outcome.outcome !== 'taken';
    },
    [id],
  );

  useEffect(() => {
    if (about === undefined) return;
    const scope = `${id} ${about}`.trim();
    if (isUnsettled(scope)) queueMicrotask(() => void settleEarlier(scope));
  }, [id, about, settleEarlier]);

  const attempt = useCallback(
    async (input: CallInput<Id>): Promise<ReplyOf<Id> | undefined> => {
      const money = calls[id]?.[2];
      const scope = intentScope(id, input);
      setBusy(true);
      setError(undefined);
      setEarlier(undefined);
      try {
        if (money && isUnsettled(scope)) {
          setChecking(true);
          if (!(await settleEarlier(scope))) return undefined;
          setEarlier(undefined);
        }
        const sent = money ? { ...input, idempotencyKey: beginIntent(scope, input).key } : input;
        const send = () => (call as LooseCall)(id, sent) as Promise<ReplyOf<Id>>;
        const { repeatable } = latest.current;
        const wasOffline = !navigator.onLine;
        const reply = await send().catch(async (thrown: unknown) => {
          if (!(thrown instanceof ApiError) || !thrown.outcomeUnknown || !(money || repeatable)) throw thrown;
          // The browser may notice late that it is online again: only a request that was offline from start to end was
          // not sent.
          if (wasOffline && !navigator.onLine && thrown.status === undefined) throw new ApiError({ notSent: true });
          setChecking(true);
          const { sendUntilKnown } = await loadLearning().catch(() => {
            // Without a connection the code cannot be fetched: nothing is known, and the next visit asks.
            throw thrown;
          });
          return sendUntilKnown(id, money ? scope : undefined, send, thrown, () => shown.current);
        });
        if (money) endIntent(scope);
        if (latest.current.refresh) void refresh(latest.current.refresh);
        if (shown.current || latest.current.isLast) latest.current.onSuccess?.(reply);
        return reply;
      } catch (thrown) {
        if (!(thrown instanceof ApiError)) throw thrown;
        if (money && thrown.notSent) loseIntent(scope);
        else if (money && !thrown.outcomeUnknown) endIntent(scope);
        if (thrown.outcomeUnknown && latest.current.refresh) void refresh(latest.current.refresh);
        // The account was locked on another device, and the page still shows it unlocked.
        if (thrown.is('AccountLocked')) void refresh(['user', 'cards']);
        if (shown.current) {
          setError(thrown);
          focusWrongField(thrown);
          latest.current.onError?.(thrown);
        }
        return undefined;
      } finally {
        setBusy(false);
        setChecking(false);
        running.current = undefined;
      }
    },
    [id, settleEarlier],
  );

  const run = useCallback(
    (input: CallInput<Id>) => {
      running.current ??= attempt(input);
      return running.current;
    },
    [attempt],
  );
  const reset = useCallback(() => setError(undefined), []);
  return { run, busy: busy || checking, checking, error, earlier, reset };
}
