import { adminRoutes } from '#shared/contract/admin.ts';
import { setTwoFactorOf } from '#functions/domain/admin/set-two-factor-of.ts';
import { describeUser } from '#functions/domain/auth/describe-user.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Switches a person's emailed sign-in codes on or off, on the person's own account. */
export const handler = endpoint(adminRoutes, 'admin.two-factor', async ({ caller, params, body }, services) => {
  const user = await setTwoFactorOf(services, {
    actorId: caller.user.userId,
    userId: params.id,
    isEnabled: body.enabled,
  });
  const wallet = await services.store.get('wallet', { userId: user.userId });
  if (wallet === undefined) throw new Error(`no wallet: ${user.userId}`);
  return describeUser(user, wallet);
});
