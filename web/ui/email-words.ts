/** An account's email address in words: an erased account has none. */
export function emailWords(email: string): string {
  return email === '' ? 'Erased account' : email;
}
