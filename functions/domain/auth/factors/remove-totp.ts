import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { Services } from '#functions/ports/services.ts';
import { assertMayLose, changeFactors } from './change-factors.ts';
import { withoutKinds } from './confirm-totp.ts';
import { activeOf } from './factors-of.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'settings'>;

/**
 * Switches a person's authenticator app off. Throws AppError NotFound without one, Conflict for the last factor of an
 * admin, or TooManyRequests.
 */
export async function removeTotp(needs: Needs, userId: Id<'user'>): Promise<void> {
  await changeFactors(needs, {
    userId,
    change: 'totp-off',
    decide: ({ user, factors }) => {
      if (activeOf(factors, 'totp').length === 0) throw new AppError('NotFound', 'No authenticator app is on.');
      const after = { all: withoutKinds(factors.all, ['totp'], needs.clock.now()), pendingTotp: undefined };
      assertMayLose(needs, user, after);
      return { after, result: undefined };
    },
  });
}
