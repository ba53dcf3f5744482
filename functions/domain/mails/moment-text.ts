const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Formats a moment for mails: `Jan 15, 2026 at 9:30 AM UTC`. Written without `Intl`, whose formatter would take a
 * quarter of the start time of a function that mails.
 */
export function momentText(atMs: number): string {
  const at = new Date(atMs);
  const [hour, minute] = [at.getUTCHours(), String(at.getUTCMinutes()).padStart(2, '0')];
  const day = `${dayText(atMs)}, ${at.getUTCFullYear()}`;
  return `${day} at ${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'} UTC`;
}

/** Formats a day of these weeks (UTC): `Jan 15`. A mail is read later than it was written, so it says no "tomorrow". */
export function dayText(atMs: number): string {
  const at = new Date(atMs);
  return `${months[at.getUTCMonth()]} ${at.getUTCDate()}`;
}
