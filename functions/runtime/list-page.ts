import { AppError } from '#shared/errors.ts';
import type { Services } from '#functions/ports/services.ts';
import type { Page, PageQuery } from '#functions/ports/store.ts';
import { answer, type Answer } from './answer.ts';

type Needs = Pick<Services, 'keys'>;

/**
 * Opens the cursor of a request for one list. Throws AppError ValidationFailed for a cursor of another list or person.
 */
export async function openPage(
  { keys }: Needs,
  list: string,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<PageQuery> {
  if (query.cursor === undefined) return { limit: query.limit };
  const cursor = await keys.decryptCursor(list, query.cursor);
  if (cursor === undefined) {
    throw new AppError('ValidationFailed', 'cursor is not one of this list.', {
      fields: { cursor: 'is not one of this list' },
    });
  }
  return { limit: query.limit, cursor };
}

/** Cuts one page of a list that was read whole; its items are in descending order of their names. */
export function cutPage<T>(items: readonly T[], { limit, cursor }: PageQuery, nameOf: (item: T) => string): Page<T> {
  const rest = cursor === undefined ? items : items.filter((item) => nameOf(item) < cursor);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return { items: page, cursor: rest.length > limit && last !== undefined ? nameOf(last) : undefined };
}

/** An array with a `Link` to the next page (RFC 8288), when there is one. */
export async function pageAnswer<T, Wire>(
  { keys }: Needs,
  list: string,
  given: {
    readonly path: string;
    /** Further query parameters, repeated in the link to the next page. */
    readonly query?: Readonly<Record<string, string>>;
    readonly limit: number;
    /** `reachedMs`: how far back a search has looked, when it has not looked at everything. */
    readonly page: Page<T> & { readonly reachedMs?: number | undefined };
    readonly describe: (item: T) => Wire;
  },
): Promise<Answer<Wire[]>> {
  const { path, query = {}, limit, page, describe } = given;
  const items = page.items.map(describe);
  if (page.cursor === undefined) return answer(items, {});
  const next = new URLSearchParams({
    ...query,
    limit: String(limit),
    cursor: await keys.encryptCursor(list, page.cursor),
  });
  const reached = page.reachedMs === undefined ? {} : { 'search-reached': new Date(page.reachedMs).toISOString() };
  return answer(items, { headers: { ...reached, link: `<${path}?${next.toString()}>; rel="next"` } });
}
