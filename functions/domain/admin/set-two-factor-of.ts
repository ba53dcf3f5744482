import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { setTwoFactor } from '#functions/domain/auth/sign-in/set-two-factor.ts';
import { auditWrite } from './audit-write.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random'>;

/**
 * Lets an admin switch a person's emailed sign-in codes on or off, with an audit record. Returns the person as they now
 * are. Throws AppError NotFound, and Conflict for another admin's codes.
 */
export function setTwoFactorOf(
  needs: Needs,
  order: { readonly actorId: Id<'user'>; readonly userId: Id<'user'>; readonly isEnabled: boolean },
): Promise<User> {
  const { actorId, userId, isEnabled } = order;
  return setTwoFactor(needs, {
    userId,
    isEnabled,
    alongside: ({ isTwoFactorEnabled }) => [
      auditWrite(needs, {
        action: 'two-factor',
        actorId,
        subjectId: userId,
        before: { isTwoFactorEnabled },
        after: { isTwoFactorEnabled: isEnabled },
        reason: undefined,
      }),
    ],
  });
}
