import { factorRoutes } from '#shared/contract/factors.ts';
import { describeSecurity } from '#functions/domain/auth/factors/describe-security.ts';
import { factorsOf } from '#functions/domain/auth/factors/factors-of.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Describes how the caller's account is protected beside its password. */
export const handler = endpoint(factorRoutes, 'user.security', async ({ caller }, services) => {
  const { user } = caller;
  return describeSecurity({ user, factors: await factorsOf(services, user.userId) });
});
