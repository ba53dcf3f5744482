/** The content of a mailed reset link: its code, and its end, in milliseconds since 1970. */
export type ResetLink = { readonly code: string; readonly exp: number };

/** Reads the link's query. Undefined when a part is missing or its time is over. */
export function readResetLink(query: URLSearchParams, nowMs: number): ResetLink | undefined {
  const code = query.get('code')?.trim();
  const exp = Number(query.get('exp')?.trim() || Number.NaN);
  return code && exp > nowMs ? { code, exp } : undefined;
}
