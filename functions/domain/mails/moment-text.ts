const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** Formats a moment for mails: `Jan 15, 2026 at 9:30 AM UTC`. */
export function momentText(atMs: number): string {
  // A narrow space before AM and PM is a strange sign in some mail programs.
  return `${format
    .format(atMs)
    .replaceAll('\u202f', ' ')
    .replace(/, (?=\d+:)/, ' at ')} UTC`;
}
