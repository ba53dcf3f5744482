/** ISO 8601 with the provider's own offset, as in `2026-11-21T13:00:00+03:00`. */
export function providerTime(timeMs: number): string {
  return `${new Date(timeMs + 3 * 3_600_000).toISOString().slice(0, 19)}+03:00`;
}

/** Reads `YYYY-MM-DD H:mm:ss` in the provider's zone; null when it is something else. */
export function parseProviderTime(text: string): number | null {
  const match = /^(\d{4}-\d{2}-\d{2})(?: (\d{1,2}):(\d{2}):(\d{2}))?$/.exec(text);
  if (match === null) return null;
  const [, day = '', hour = '0', minute = '00', second = '00'] = match;
  const timeMs = Date.parse(`${day}T${hour.padStart(2, '0')}:${minute}:${second}+03:00`);
  return Number.isNaN(timeMs) ? null : timeMs;
}
