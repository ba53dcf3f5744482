import { userRoutes } from '#shared/contract/user.ts';
import { acceptTerms } from '#functions/domain/auth/accepted-terms.ts';
import { describeUser } from '#functions/domain/auth/describe-user.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Accepts the present terms for the signed-in person. */
export const handler = endpoint(userRoutes, 'user.accept-terms', async ({ body, caller }, services) => {
  const user = await acceptTerms(services, caller.user.userId, body.version);
  const wallet = await services.store.get('wallet', { userId: user.userId });
  if (wallet === undefined) throw new Error(`no wallet: ${user.userId}`);
  return describeUser(user, wallet);
});
