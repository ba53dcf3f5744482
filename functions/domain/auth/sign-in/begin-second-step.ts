import type { SecondStepMethod } from '#shared/contract/factors.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { passwordGivenToken } from './password-given.ts';
import { requestSecondFactor } from './request-second-factor.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'mailer' | 'log' | 'settings'>;

/** The continuation of a sign-in after the password. */
type SecondStep = { readonly methods: readonly SecondStepMethod[]; readonly browserToken: string | undefined };

/**
 * Begins the second step of a sign-in whose password was right; undefined for an account that needs none. With an app
 * or a passkey on nothing is mailed and no mailed code counts: who reads the mailbox must not get in.
 *
 * Throws AppError TooManyRequests where digits are mailed too often.
 */
export async function beginSecondStep(
  needs: Needs,
  user: User,
  heldToken: string | undefined,
): Promise<SecondStep | undefined> {
  if (user.factors !== undefined) return { methods: user.factors, browserToken: await passwordGivenToken(needs, user) };
  if (!user.isTwoFactorEnabled) return undefined;
  return { methods: ['email'], ...(await requestSecondFactor(needs, user, heldToken)) };
}
