/** The cursor of the next page that a `Link` header names (RFC 8288); undefined on the last page. */
export function nextCursorIn(link: string | null): string | undefined {
  for (const [, address = '', parameters = ''] of (link ?? '').matchAll(/<([^>]*)>([^<]*)/g)) {
    if (!/;\s*rel\s*=\s*"?(?:[^";]*\s)?next(?:\s[^";]*)?"?\s*(?:[;,]|$)/i.test(parameters)) continue;
    // The address may be relative; only its query is of interest.
    return new URLSearchParams(address.split('?')[1] ?? '').get('cursor') ?? undefined;
  }
  return undefined;
}
