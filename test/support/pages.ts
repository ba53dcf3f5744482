import type { TestAnswer } from './call-endpoint.ts';

/** Returns the query of the next page from an answer's `Link`; undefined on the last page. */
export function nextPageOf({ headers }: Pick<TestAnswer, 'headers'>): Record<string, string> | undefined {
  const link = headers['link'];
  if (typeof link !== 'string') return undefined;
  const address = /^<(\/api\/[^>]+)>; rel="next"$/.exec(link)?.[1];
  if (address === undefined) throw new Error(`not a link to a next page: ${link}`);
  return Object.fromEntries(new URL(address, 'https://satchel.example').searchParams);
}

/** Follows `Link` from the first page to the last, and returns the pages. */
export async function walkPages<T>(
  list: (query: Record<string, string>) => Promise<TestAnswer & { readonly reply: T[] }>,
  limit: number,
): Promise<T[][]> {
  const pages: T[][] = [];
  let query: Record<string, string> | undefined = { limit: String(limit) };
  while (query !== undefined && pages.length < 1_000) {
    const answer: TestAnswer & { readonly reply: T[] } = await list(query);
    if (answer.reply.length > limit) throw new Error(`a page has ${answer.reply.length} items, not ${limit}`);
    pages.push(answer.reply);
    query = nextPageOf(answer);
  }
  return pages;
}
