/** The form in which two spellings of an e-mail address are one: trimmed, lower-case. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}
