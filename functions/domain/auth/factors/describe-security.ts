import type * as z from 'zod/mini';
import type { Passkey, Security } from '#shared/contract/factors.ts';
import type { PasskeyFactor } from '#functions/ports/entities/factors.ts';
import { waitingApproval } from '#functions/domain/auth/factor-reset/factor-reset.ts';
import type { Owner } from './spend-code.ts';
import { activeOf, recoveryCodesLeft } from './factors-of.ts';

/** Describes for the API how an account is protected beside its password. Names no secret. */
export function describeSecurity({ user, factors }: Owner): z.output<typeof Security> {
  const executesAtMs = waitingApproval(user)?.executesAtMs;
  return {
    emailCodes: user.isTwoFactorEnabled,
    totp: activeOf(factors, 'totp').length > 0,
    passkeys: activeOf(factors, 'passkey').map(describePasskey),
    recoveryCodesLeft: recoveryCodesLeft(factors),
    factorReset: executesAtMs === undefined ? null : { at: new Date(executesAtMs).toISOString() },
  };
}

/** Describes a passkey for the API. */
export function describePasskey({ passkeyId, name, addedAtMs, lastUsedAtMs }: PasskeyFactor): z.output<typeof Passkey> {
  return {
    _id: passkeyId,
    name,
    createdAt: new Date(addedAtMs).toISOString(),
    lastUsedAt: lastUsedAtMs === undefined ? null : new Date(lastUsedAtMs).toISOString(),
  };
}
