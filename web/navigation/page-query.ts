/** Names in the query that belong to the page: what its list is narrowed to. All others are its dialogs. */
export const pageNames = ['search', 'status', 'kind', 'from', 'to'] as const;

const isPageName = (name: string): boolean => (pageNames as readonly string[]).includes(name);

/** Keeps what belongs to the page, or with `false` what belongs to its dialogs: `status=open`. */
export function pickQuery(search: string, ofPage: boolean): string {
  const parts = search.replace(/^\?/, '').split('&');
  return parts.filter((part) => part !== '' && isPageName(part.split('=')[0] ?? '') === ofPage).join('&');
}

/** Puts the page's query in place of the one that is there, below the dialogs that are open. */
export function withPageQuery(search: string, ofPage: string): string {
  return [ofPage, pickQuery(search, false)].filter(Boolean).join('&');
}
