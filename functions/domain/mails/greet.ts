const plainName = /^[\p{L}\p{M}'’ -]{1,30}$/u;

/**
 * `Welcome, Ada`. Anybody may sign up with anybody's address, so a first name that could be a message or an address on
 * the web ("visit evil.example now") is left out: our mails are nobody's billboard.
 */
export function greet(greeting: string, firstname: string): string {
  return plainName.test(firstname) && firstname.split(' ').length <= 3 ? `${greeting}, ${firstname}` : greeting;
}
