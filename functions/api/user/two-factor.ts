import { userRoutes } from '#shared/contract/user.ts';
import { describeUser } from '#functions/domain/auth/describe-user.ts';
import { setTwoFactor } from '#functions/domain/auth/sign-in/set-two-factor.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Switches the caller's codes by email at sign-in on or off. */
export const handler = endpoint(userRoutes, 'user.two-factor', async ({ body, caller }, services) => {
  const { userId } = caller.user;
  const user = await setTwoFactor(services, { userId, isEnabled: body.enabled });
  const wallet = await services.store.get('wallet', { userId });
  if (wallet === undefined) throw new Error(`no wallet: ${userId}`);
  return describeUser(user, wallet);
});
