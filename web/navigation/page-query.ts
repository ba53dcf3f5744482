/** Names in the query that filter the page's list. All other names belong to the page's dialogs. */
export const pageNames = ['search', 'status', 'kind', 'from', 'to'] as const;

const isPageName = (name: string): boolean => (pageNames as readonly string[]).includes(name);

/** Keeps the page's part of a query (`status=open`), or with `false` the part of its dialogs. */
export function pickQuery(search: string, ofPage: boolean): string {
  const parts = search.replace(/^\?/, '').split('&');
  return parts.filter((part) => part !== '' && isPageName(part.split('=')[0] ?? '') === ofPage).join('&');
}

/** Replaces the page's part of a query and keeps the part of the open dialogs. */
export function withPageQuery(search: string, ofPage: string): string {
  return [ofPage, pickQuery(search, false)].filter(Boolean).join('&');
}
