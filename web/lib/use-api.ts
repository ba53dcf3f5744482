import { useCallback, useEffect, useRef, useState } from 'react';
import useSWR, { mutate, type SWRConfiguration, type SWRResponse } from 'swr';
import type { routes } from '#shared/contract/index.ts';
import type { ReplyOf, RouteId } from '#shared/contract/index.ts';
import { ApiError } from './api-error.ts';
import { call, type CallInput } from './api.ts';
import { calls } from './contract-facts.ts';
import { intentKeys, type IntentKeys } from './intent-key.ts';

/** The routes that only read. */
export type ReadId = {
  [Id in RouteId]: (typeof routes)[Id] extends { method: 'GET' }
    ? (typeof routes)[Id] extends { changesState: true }
      ? never
      : Id
    : never;
}[RouteId];

/** The first word of route names: what a write refreshes. */
export type RouteGroup = RouteId extends infer Id ? (Id extends `${infer Group}.${string}` ? Group : never) : never;

type LooseCall = (id: RouteId, input: object) => Promise<unknown>;

/** How long what was read counts as fresh. */
const freshForMs = 10_000;
const keptForGood: Partial<Record<RouteId, SWRConfiguration>> = {
  'user.read': { revalidateOnFocus: false, revalidateIfStale: false, revalidateOnReconnect: false },
};
const ordinary: SWRConfiguration = {
  dedupingInterval: freshForMs,
  focusThrottleInterval: freshForMs,
  shouldRetryOnError: false,
};

/** How a route is read and how long that counts. */
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

/** Reads again whatever was read of these groups (`'cards'`) or routes (`'cards.read'`). */
export async function refresh(groups: readonly (RouteGroup | ReadId)[]): Promise<void> {
  await mutate(
    (key) =>
      Array.isArray(key) &&
      typeof key[0] === 'string' &&
      groups.some((group) => key[0] === group || String(key[0]).startsWith(`${group}.`)),
  );
}

/** Puts an answer in place of reading it. */
export async function seedRead<Id extends ReadId>(id: Id, input: CallInput<Id>, reply: ReplyOf<Id>): Promise<void> {
  await mutate([id, input], reply, { revalidate: false });
}

/** Forgets everything that was read: at sign-out, and before somebody else signs in. */
export async function forgetEverything(): Promise<void> {
  await mutate(() => true, undefined, { revalidate: false });
}

type WriteOptions<Id extends RouteId> = {
  /** What to read again after a success, and after a failure of unknown outcome. */
  refresh?: readonly (RouteGroup | ReadId)[];
  onSuccess?: (reply: ReplyOf<Id>) => void;
  onError?: (error: ApiError) => void;
};

/** A write: `run` it, show `busy` and `error`. */
export type Write<Id extends RouteId> = {
  /** The reply, or undefined when it failed (`error` and `onError` say why). A second click shares the first's. */
  run: (input: CallInput<Id>) => Promise<ReplyOf<Id> | undefined>;
  busy: boolean;
  error: ApiError | undefined;
  /** Forgets the error. */
  reset: () => void;
};

/**
 * A call that changes something. Money routes get one Idempotency-Key per intent: it is kept for a retry of the same
 * input when no answer came.
 */
export function useWrite<Id extends RouteId>(id: Id, options: WriteOptions<Id> = {}): Write<Id> {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const keys = useRef<IntentKeys>(undefined);
  const running = useRef<Promise<ReplyOf<Id> | undefined>>(undefined);

  const attempt = useCallback(
    async (input: CallInput<Id>): Promise<ReplyOf<Id> | undefined> => {
      keys.current ??= intentKeys();
      setBusy(true);
      setError(undefined);
      const [, , money] = calls[id];
      const given = money ? { ...input, idempotencyKey: keys.current.keyFor(input) } : input;
      try {
        const reply = (await (call as LooseCall)(id, given)) as ReplyOf<Id>;
        keys.current.ended();
        if (latest.current.refresh) void refresh(latest.current.refresh);
        latest.current.onSuccess?.(reply);
        return reply;
      } catch (thrown) {
        keys.current.ended(thrown);
        if (!(thrown instanceof ApiError)) throw thrown;
        if (thrown.outcomeUnknown && latest.current.refresh) void refresh(latest.current.refresh);
        setError(thrown);
        latest.current.onError?.(thrown);
        return undefined;
      } finally {
        setBusy(false);
        running.current = undefined;
      }
    },
    [id],
  );

  const run = useCallback(
    (input: CallInput<Id>) => {
      running.current ??= attempt(input);
      return running.current;
    },
    [attempt],
  );
  const reset = useCallback(() => setError(undefined), []);
  return { run, busy, error, reset };
}
