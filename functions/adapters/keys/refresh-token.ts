import { isSameText, mac } from './mac.ts';

const shape = /^(ses_[0-9A-HJKMNP-TV-Z]{26})\.([1-9]\d{0,8})\.([A-Za-z0-9_-]{43})$/;

/**
 * The refresh token of a session's generation: `sid.generation.mac`. It is derived, so a retry gets the same successor
 * and the table holds nothing that could be replayed.
 */
export function deriveRefreshToken(key: Uint8Array, sessionId: string, generation: number): string {
  return `${sessionId}.${generation}.${mac(key, 'refresh', sessionId, String(generation))}`;
}

/** Reads session and generation of an authentic token; undefined for every other text. */
export function readRefreshToken(
  keys: readonly Uint8Array[],
  token: string,
): { readonly sessionId: string; readonly generation: number } | undefined {
  const [, sessionId, digits] = shape.exec(token) ?? [];
  if (sessionId === undefined || digits === undefined) return undefined;
  const generation = Number(digits);
  // Every key is tried, so that the duration reveals nothing.
  const fits = keys.map((key) => isSameText(deriveRefreshToken(key, sessionId, generation), token));
  return fits.includes(true) ? { sessionId, generation } : undefined;
}
