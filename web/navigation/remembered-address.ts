import type { SessionLoss } from '#web/lib/session-loss.ts';

/** State of the login page: the address that the visitor wanted, and why the session ended if there was one. */
export type LoginState = { readonly from: string; readonly why?: SessionLoss | undefined };

function read(state: unknown, name: keyof LoginState): string | undefined {
  const value = (state as LoginState | null | undefined)?.[name];
  return typeof value === 'string' ? value : undefined;
}

/** Returns the address that the guard sent the visitor away from, or undefined. */
export function rememberedAddress(state: unknown): string | undefined {
  return read(state, 'from');
}

/** True for a visitor whose account is suspended. */
export function isSuspended(state: unknown): boolean {
  return read(state, 'why') === 'suspended';
}

/** Why the session is over, in words; undefined for a visitor who had none. */
export function sessionLossWords(state: unknown): string | undefined {
  const why = read(state, 'why');
  return why === undefined ? undefined : words[why as keyof typeof words];
}

const words: Readonly<Record<Exclude<SessionLoss, 'other'>, string>> = {
  ended:
    'You’ve been signed out: your session expired or was ended, your password or email was changed, or a code or password was wrong five times. Sign in to pick up where you left off.',
  'signed-out': 'You signed out in another tab. Sign in to pick up where you left off.',
  suspended: 'This account is suspended. Write to support if you think that’s a mistake.',
};
