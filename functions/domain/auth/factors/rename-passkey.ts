import type * as z from 'zod/mini';
import { AppError } from '#shared/errors.ts';
import type { Passkey } from '#shared/contract/factors.ts';
import type { Id } from '#shared/ids.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { auditWrites } from '#functions/domain/admin/audit-write.ts';
import { quotaWrites } from '#functions/domain/auth/quota.ts';
import { commitForRetry, withRetries } from '#functions/domain/with-retries.ts';
import { dayMs } from '#functions/domain/durations.ts';
import { ownerOf } from './change-factors.ts';
import { describePasskey } from './describe-security.ts';
import { activeOf } from './factors-of.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'requestId'>;

/**
 * Renames a person's passkey. Renaming is no use of a factor, so a reset that waits goes on. Repeating the present name
 * changes nothing. Returns the passkey as it now is. Throws AppError NotFound or TooManyRequests.
 */
export async function renamePasskey(
  needs: Needs,
  order: { readonly userId: Id<'user'>; readonly passkeyId: Id<'passkey'>; readonly name: string },
): Promise<z.output<typeof Passkey>> {
  const { userId, passkeyId, name } = order;
  // Separate from the quota of other changes: a thief of the session must not use that one up.
  const quota = { counterId: `passkey-names:${userId}`, max: 20, windowMs: dayMs };
  return withRetries(needs, async () => {
    const { factors } = await ownerOf(needs, userId);
    const passkey = activeOf(factors, 'passkey').find((each) => each.passkeyId === passkeyId);
    if (passkey === undefined) throw new AppError('NotFound', 'Nothing exists at this address.');
    if (passkey.name === name) return describePasskey(passkey);
    const renamed = { ...passkey, name };
    await commitForRetry(needs.store, [
      update('factors', factors, { all: factors.all.map((each) => (each === passkey ? renamed : each)) }),
      ...(await quotaWrites(needs, [quota])),
      ...auditWrites(needs, {
        action: 'factor-changed',
        actorId: userId,
        subjectId: userId,
        before: {},
        after: { change: 'passkey-renamed' },
        words: { before: { name: passkey.name }, after: { name } },
      }),
    ]);
    return describePasskey(renamed);
  });
}
