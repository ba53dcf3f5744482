import { userRoutes } from '#shared/contract/user.ts';
import { describeUser } from '#functions/domain/auth/describe-user.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** The signed-in person with the balance as it is now. */
export const handler = endpoint(userRoutes, 'user.read', async ({ caller }, { store }) => {
  const { user } = caller;
  const wallet = await store.get('wallet', { userId: user.userId });
  if (wallet === undefined) throw new Error(`no wallet: ${user.userId}`);
  return describeUser(user, wallet);
});
