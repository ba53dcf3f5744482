import { useState } from 'react';

/**
 * Returns the announcement for a list that is polled: the words of its newest change, or '' while there was none.
 * `announce` gets two readings, one after the other, and returns '' when nothing worth announcing lies between them.
 */
export function useNews<T>(
  list: readonly T[] | undefined,
  announce: (before: readonly T[], after: readonly T[]) => string,
): string {
  const [seen, see] = useState(list);
  const [news, setNews] = useState('');
  if (list !== undefined && list !== seen) {
    see(list);
    const announcement = seen === undefined ? '' : announce(seen, list);
    if (announcement !== '') setNews(announcement);
  }
  return news;
}
