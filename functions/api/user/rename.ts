import { userRoutes } from '#shared/contract/user.ts';
import { describeUser } from '#functions/domain/auth/describe-user.ts';
import { rename } from '#functions/domain/auth/rename.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Changes the signed-in person's names. */
export const handler = endpoint(userRoutes, 'user.rename', async ({ body, caller }, services) => {
  const user = await rename(services, caller.user.userId, body);
  const wallet = await services.store.get('wallet', { userId: user.userId });
  if (wallet === undefined) throw new Error(`no wallet: ${user.userId}`);
  return describeUser(user, wallet);
});
