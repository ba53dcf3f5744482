import type { ReplyOf } from '#shared/contract/index.ts';

type User = ReplyOf<'user.all'>[number];

const words = { totp: 'App', passkey: 'Passkey' } as const;

/** Names the second step of a person's sign-in: codes by email count only without an app and a passkey. */
export function secondStepText({ factors, isTwoFactorEnabled }: Pick<User, 'factors' | 'isTwoFactorEnabled'>) {
  if (factors !== undefined && factors.length > 0) return factors.map((factor) => words[factor]).join(', ');
  return isTwoFactorEnabled ? 'Email' : undefined;
}
