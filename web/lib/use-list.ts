import { useCallback, useRef } from 'react';
import useSWR, { type SWRConfiguration } from 'swr';

import type { ReplyOf, RequestInputOf } from '#shared/contract/index.ts';
import { limits } from '#shared/limits.ts';
import type { ApiError } from './api-error.ts';
import { callPage } from './api.ts';
import { readSettings, type ReadId } from './use-api.ts';

/** The routes that answer an array page by page. */
export type ListId = {
  [Id in ReadId]: ReplyOf<Id> extends readonly unknown[]
    ? RequestInputOf<Id>['query'] extends { cursor?: string | undefined } | undefined
      ? Id
      : never
    : never;
}[ReadId];

/** One row of a list. */
export type RowOf<Id extends ListId> = ReplyOf<Id>[number];

type Query<Id extends ListId> = Omit<NonNullable<RequestInputOf<Id>['query']>, 'limit' | 'cursor'>;
type Rows<Id extends ListId> = { readonly rows: readonly RowOf<Id>[]; readonly nextCursor: string | undefined };
type LoosePage = (
  id: ListId,
  input: object,
) => Promise<{ readonly reply: readonly unknown[]; readonly nextCursor: string | undefined }>;

async function fetchRows<Id extends ListId>(id: Id, query: Query<Id>, atLeast: number): Promise<Rows<Id>> {
  const rows: RowOf<Id>[] = [];
  let cursor: string | undefined;
  do {
    const limit = Math.min(limits.listMax, Math.max(limits.listDefault, atLeast - rows.length));
    const page = await (callPage as LoosePage)(id, { query: { ...query, limit, cursor } });
    rows.push(...(page.reply as RowOf<Id>[]));
    cursor = page.nextCursor;
  } while (cursor !== undefined && rows.length < atLeast);
  return { rows, nextCursor: cursor };
}

/**
 * Reads a list from its newest row on. `needMore` follows the `Link` to the next page; a refresh reads again as many
 * rows as are shown.
 */
export function useList<Id extends ListId>(id: Id, query: Query<Id>, options: SWRConfiguration = {}) {
  const shown = useRef(0);
  const read = useSWR<Rows<Id>, ApiError>([id, query, 'pages'], () => fetchRows(id, query, shown.current), {
    ...readSettings(id),
    ...options,
  });
  const { data, mutate } = read;
  shown.current = data?.rows.length ?? 0;
  const running = useRef(false);
  const needMore = useCallback(async () => {
    if (data?.nextCursor === undefined || running.current) return;
    running.current = true;
    try {
      const page = await (callPage as LoosePage)(id, {
        query: { ...query, limit: limits.listDefault, cursor: data.nextCursor },
      });
      const rows = [...data.rows, ...(page.reply as RowOf<Id>[])];
      await mutate({ rows, nextCursor: page.nextCursor }, { revalidate: false });
    } catch {
      // The rows that are here stay; the next look at the last page asks again.
    } finally {
      running.current = false;
    }
    // The query is a new object at every render: the cursor in `data` belongs to it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id, data, mutate]);
  return {
    rows: data?.rows,
    hasMore: data?.nextCursor !== undefined,
    error: read.error,
    isLoading: read.isLoading,
    mutate,
    needMore: useCallback(() => void needMore(), [needMore]),
    retry: () => void mutate(),
  };
}

/** Every row of a list, to its end: for what leaves the site, such as a file. */
export async function fetchAll<Id extends ListId>(id: Id, query: Query<Id>): Promise<readonly RowOf<Id>[]> {
  return (await fetchRows(id, query, Number.POSITIVE_INFINITY)).rows;
}
