const plainName = /^[\p{L}\p{M}'’ -]{1,30}$/u;

/**
 * Returns a greeting with the first name: `Welcome, Ada`. People may sign up with the address of another person, so a
 * name that could be a message or a web address ("visit evil.example now") is left out. Otherwise our mails could carry
 * a stranger's message.
 */
export function greet(greeting: string, firstname: string): string {
  return plainName.test(firstname) && firstname.split(' ').length <= 3 ? `${greeting}, ${firstname}` : greeting;
}
