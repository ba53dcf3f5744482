/** Returns the form in which the spellings of one email address are equal: trimmed, lower-case. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}
