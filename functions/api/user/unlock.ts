import { lockRoutes } from '#shared/contract/lock.ts';
import { describeUser } from '#functions/domain/auth/describe-user.ts';
import { setAccountLock } from '#functions/domain/cards/set-account-lock.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Ends the caller's lock. Every card gets the state that its other reasons want. */
export const handler = endpoint(lockRoutes, 'user.unlock', async ({ caller }, services) => {
  const { userId } = caller.user;
  const user = await setAccountLock(services, { userId, isLocked: false });
  const wallet = await services.store.get('wallet', { userId });
  if (wallet === undefined) throw new Error(`no wallet: ${userId}`);
  return describeUser(user, wallet);
});
