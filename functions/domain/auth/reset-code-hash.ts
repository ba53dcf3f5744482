import type { Services } from '#functions/ports/services.ts';

/** What is stored of a code to choose a new password. */
export function resetCodeHash({ keys }: Pick<Services, 'keys'>, code: string): Promise<string> {
  return keys.codeHash('password-reset', code);
}
