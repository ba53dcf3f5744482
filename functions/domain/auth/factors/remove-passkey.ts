import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { Services } from '#functions/ports/services.ts';
import { assertMayLose, changeFactors } from './change-factors.ts';
import { activeOf } from './factors-of.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'settings'>;

/**
 * Removes a person's passkey. Throws AppError NotFound, Conflict for the last factor of an admin, or TooManyRequests.
 */
export async function removePasskey(
  needs: Needs,
  { userId, passkeyId }: { readonly userId: Id<'user'>; readonly passkeyId: Id<'passkey'> },
): Promise<void> {
  await changeFactors(needs, {
    userId,
    change: 'passkey-off',
    decide: ({ user, factors }) => {
      const passkey = activeOf(factors, 'passkey').find((each) => each.passkeyId === passkeyId);
      if (passkey === undefined) throw new AppError('NotFound', 'Nothing exists at this address.');
      const removed = { ...passkey, removedAtMs: needs.clock.now() };
      const all = factors.all.map((each) => (each === passkey ? removed : each));
      assertMayLose(needs, user, { all });
      return { after: { all, pendingTotp: factors.pendingTotp }, name: passkey.name, result: undefined };
    },
  });
}
