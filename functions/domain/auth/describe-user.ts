import type * as z from 'zod/mini';
import { minus, zero } from '#shared/money.ts';
import type { User as WireUser } from '#shared/contract/user.ts';
import { staffRoleOf } from '#functions/domain/admin/staff-role-of.ts';
import { termsDueOf } from '#functions/domain/auth/accepted-terms.ts';
import { waitingApproval } from '#functions/domain/auth/factor-reset/factor-reset.ts';
import { returnUntilOf } from '#functions/domain/closing/return-until.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Wallet } from '#functions/ports/entities/books.ts';

/** Describes a person and their account for the API. `balance` may be negative: a debt is never hidden. */
export function describeUser(user: User, wallet: Wallet): z.output<typeof WireUser> {
  const staffRole = staffRoleOf(user);
  const factors = user.factors?.filter((factor) => factor !== 'recovery_code');
  const reset = waitingApproval(user);
  const termsDue = termsDueOf(user);
  return {
    _id: user.userId,
    email: user.email,
    firstname: user.firstname,
    lastname: user.lastname,
    role: user.role,
    ...(staffRole === undefined ? {} : { staffRole }),
    verified: user.isVerified,
    isTwoFactorEnabled: user.isTwoFactorEnabled,
    ...(factors === undefined ? {} : { factors }),
    ...(reset === undefined ? {} : { factorResetAt: new Date(reset.executesAtMs).toISOString() }),
    isSuspended: user.isSuspended,
    ...closedOf(user, wallet),
    ...(user.lockedAtMs === undefined ? {} : { lockedAt: new Date(user.lockedAtMs).toISOString() }),
    ...(user.mailReturned === undefined ? {} : { mailReturned: user.mailReturned.reason }),
    ...(termsDue === undefined ? {} : { termsDue }),
    balance: minus(wallet.availableCents, wallet.debtCents),
    held: wallet.heldCents,
    ...(wallet.retiringCount ? { closingCards: wallet.retiringCount } : {}),
    cardholderId: user.holderId ?? null,
    createdAt: new Date(user.createdAtMs).toISOString(),
    updatedAt: new Date(user.updatedAtMs).toISOString(),
  };
}

function closedOf({ closedAtMs, erasedAtMs }: User, { unclaimedCents = zero }: Wallet) {
  if (closedAtMs === undefined) return {};
  const at = new Date(closedAtMs).toISOString();
  const returnUntil = new Date(returnUntilOf({ closedAtMs })).toISOString();
  return { closed: { at, ...(erasedAtMs === undefined ? { returnUntil } : {}), unclaimed: unclaimedCents } };
}
