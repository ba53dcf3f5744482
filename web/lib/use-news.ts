import { useState } from 'react';

/**
 * Returns the announcement for a list that is polled: the words of its newest change, or '' while there was none.
 * `tell` gets two readings, one after the other, and returns '' when nothing worth announcing lies between them.
 */
export function useNews<T>(
  list: readonly T[] | undefined,
  tell: (before: readonly T[], after: readonly T[]) => string,
): string {
  const [seen, see] = useState(list);
  const [news, setNews] = useState('');
  if (list !== undefined && list !== seen) {
    see(list);
    const told = seen === undefined ? '' : tell(seen, list);
    if (told !== '') setNews(told);
  }
  return news;
}
