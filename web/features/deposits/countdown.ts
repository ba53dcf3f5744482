/** `14:32`, or `1:05:09` for more than an hour; `0:00` when it is over. */
export function formatCountdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/**
 * The announcements of a countdown: only the last five minutes and the last one, so that nobody hears one every second.
 * Stays the same text in between, which a live region does not repeat.
 */
export function countdownNotice(milliseconds: number): string {
  if (milliseconds <= 0) return 'This quote has expired.';
  if (milliseconds <= 60_000) return 'One minute left to pay.';
  return milliseconds <= 300_000 ? 'Five minutes left to pay.' : '';
}
