import type { Services } from '#functions/ports/services.ts';

/** Hashes a code that resets a password, for storing. */
export function resetCodeHash({ keys }: Pick<Services, 'keys'>, code: string): Promise<string> {
  return keys.codeHash('password-reset', code);
}
