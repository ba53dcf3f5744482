/** Formats a moment for mails: `2026-01-15 09:30 UTC`. */
export function momentText(atMs: number): string {
  return `${new Date(atMs).toISOString().replace('T', ' ').slice(0, 16)} UTC`;
}
