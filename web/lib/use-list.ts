import { useCallback, useRef, useState } from 'react';
import useSWR, { mutate as storeUnder, type SWRConfiguration } from 'swr';

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
type Rows<Id extends ListId> = {
  readonly rows: readonly RowOf<Id>[];
  readonly nextCursor: string | undefined;
  /** Moment back to which a search has looked, while there is more to look at. */
  readonly reachedAt: string | undefined;
  /** Number of lines that were looked through; a search returns fewer. */
  readonly linesRead: number;
};
/**
 * Number of rows that a table reads first: the page that it shows and the next one, which proves that there are more.
 */
export const tableBegin = 2 * limits.tableRowsPerPage;

type LoosePage = (
  id: ListId,
  input: object,
) => Promise<Pick<Rows<ListId>, 'nextCursor' | 'reachedAt'> & { readonly reply: readonly unknown[] }>;

/** Looks through `count` lines more of a list, from where `before` ended. */
async function searchOn<Id extends ListId>(
  id: Id,
  query: Query<Id>,
  count: number,
  rowsAtFirst: number = limits.listDefault,
  before: Rows<Id> = { rows: [], nextCursor: undefined, reachedAt: undefined, linesRead: 0 },
): Promise<Rows<Id>> {
  const rows = [...before.rows];
  let { nextCursor, reachedAt, linesRead } = before;
  const end = linesRead + count;
  do {
    const least = linesRead === 0 ? rowsAtFirst : limits.listDefault;
    const limit = Math.min(limits.listMax, Math.max(least, end - linesRead));
    const page = await (callPage as LoosePage)(id, { query: { ...query, limit, cursor: nextCursor } });
    rows.push(...(page.reply as RowOf<Id>[]));
    ({ nextCursor, reachedAt } = page);
    linesRead += limit;
  } while (nextCursor !== undefined && linesRead < end);
  return { rows, nextCursor, reachedAt, linesRead };
}

/**
 * Reads a list from its newest row on. `needMore` follows the `Link` to the next page, `searchFurther` to the next thousand
 * lines; a refresh reads again as far as was read. `rowsAtFirst` asks for fewer rows at first, where no filter looks
 * through them.
 */
export function useList<Id extends ListId>(
  id: Id,
  query: Query<Id>,
  options: SWRConfiguration = {},
  rowsAtFirst?: number,
) {
  const about = JSON.stringify(query);
  const last = useRef({ about, linesRead: 0 });
  const key = [id, query, 'pages'];
  const read = useSWR<Rows<Id>, ApiError>(
    key,
    () => searchOn(id, query, last.current.about === about ? last.current.linesRead : 0, rowsAtFirst),
    { ...readSettings(id), ...options },
  );
  const { data, error, isLoading, mutate } = read;
  // While another query is read, the rows of the one before may still be shown.
  if (!isLoading && !error) last.current = { about, linesRead: data?.linesRead ?? 0 };
  const running = useRef(false);
  const [isSearching, setSearching] = useState(false);
  const readOn = useCallback(
    async (count: number) => {
      if (data?.nextCursor === undefined || isLoading || running.current) return;
      running.current = true;
      setSearching(true);
      try {
        // By now the query may be another: the hook's own `mutate` would store these rows as that one's.
        await storeUnder(key, await searchOn(id, query, count, undefined, data), { revalidate: false });
      } catch {
        // The rows that were read stay. Showing the last page again asks once more.
      } finally {
        running.current = false;
        setSearching(false);
      }
    },
    // The query is a new object at every render.
    // oxlint-disable-next-line react/exhaustive-deps
    [id, about, data, isLoading],
  );
  return {
    // When the read of another query failed, these are the rows of the one before.
    rows: error && last.current.about !== about ? undefined : data?.rows,
    hasMore: data?.nextCursor !== undefined,
    reachedAt: data?.reachedAt,
    error,
    isLoading,
    isSearching,
    mutate,
    needMore: useCallback(() => void readOn(0), [readOn]),
    searchFurther: useCallback(() => void readOn(limits.listMax), [readOn]),
    retry: () => void mutate(),
  };
}

/** Every row of a list, to its end: for what leaves the site, such as a file. */
export async function fetchAll<Id extends ListId>(id: Id, query: Query<Id>): Promise<readonly RowOf<Id>[]> {
  return (await searchOn(id, query, Number.POSITIVE_INFINITY)).rows;
}
