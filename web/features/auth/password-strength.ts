import { passwordPattern } from '#web/lib/contract-facts.ts';

/** The parts of the contract's password rule, one by one, for people. */
export const passwordRules = [
  { label: '8 characters or more', test: (password: string) => /[\s\S]{8}/u.test(password) },
  { label: 'An uppercase letter', test: (password: string) => /[A-Z]/.test(password) },
  { label: 'A lowercase letter', test: (password: string) => /[a-z]/.test(password) },
  { label: 'A number', test: (password: string) => /\d/.test(password) },
  { label: 'A special character', test: (password: string) => /[^A-Za-z\d\s]/.test(password) },
] as const;

/** True when the server would take this password: the contract's own rule. */
export function isStrongPassword(password: string): boolean {
  return passwordPattern.test(password);
}
