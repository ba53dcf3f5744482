import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { Factors } from '#functions/ports/entities/factors.ts';
import type { Services } from '#functions/ports/services.ts';
import { changeFactors } from './change-factors.ts';
import { withoutKinds } from './confirm-totp.ts';
import { activeOf, factorsOf, methodsOf } from './factors-of.ts';
import { newRecoveryCodes } from './recovery-codes.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random'>;

/**
 * Makes ten new recovery codes, to be shown once; the older ones end. Throws AppError Conflict while there is no app and
 * no passkey that they could stand in for, or when another request renewed them meanwhile, or TooManyRequests.
 */
export async function renewRecoveryCodes(
  needs: Needs,
  userId: Id<'user'>,
): Promise<{ readonly recoveryCodes: string[] }> {
  const seen = newestOf(await factorsOf(needs, userId));
  const { codes, factor } = await newRecoveryCodes(needs, userId);
  await changeFactors(needs, {
    userId,
    change: 'recovery-codes',
    decide: ({ factors }) => {
      if (methodsOf(factors.all) === undefined) {
        throw new AppError('Conflict', 'Recovery codes come with an authenticator app or a passkey. Add one first.');
      }
      // Otherwise one of two windows would show codes that no longer work.
      if (newestOf(factors) !== seen) {
        throw new AppError('Conflict', 'New codes were made just now in another window. Save those, or make new ones.');
      }
      const all = [...withoutKinds(factors.all, ['recovery'], needs.clock.now()), factor];
      return { after: { all, pendingTotp: factors.pendingTotp }, result: undefined };
    },
  });
  return { recoveryCodes: codes };
}

/** Returns the time that identifies the newest set of recovery codes. */
function newestOf(factors: Pick<Factors, 'all'>): number | undefined {
  return activeOf(factors, 'recovery').at(-1)?.addedAtMs;
}
