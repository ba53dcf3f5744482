import type * as z from 'zod/mini';
import type { Security } from '#shared/contract/factors.ts';
import type { Owner } from './spend-code.ts';
import { activeOf, recoveryCodesLeft } from './factors-of.ts';

/** Describes for the API how an account is protected beside its password. Names no secret. */
export function describeSecurity({ user, factors }: Owner): z.output<typeof Security> {
  return {
    emailCodes: user.isTwoFactorEnabled,
    totp: activeOf(factors, 'totp').length > 0,
    passkeys: [],
    recoveryCodesLeft: recoveryCodesLeft(factors),
  };
}
