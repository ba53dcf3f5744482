import { adminRoutes } from '#shared/contract/admin.ts';
import { setSuspension } from '#functions/domain/admin/set-suspension.ts';
import { describeUser } from '#functions/domain/auth/describe-user.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Suspends a person at once or makes them active again; without `suspended`, toggles the present state. */
export const handler = endpoint(adminRoutes, 'admin.suspend', async ({ caller, params, body }, services) => {
  const { suspended, reasonForUser, note, reason } = body;
  const user = await setSuspension(services, {
    actorId: caller.user.userId,
    userId: params.id,
    suspended,
    reasonForUser: reasonForUser === '' ? undefined : reasonForUser,
    // `reason` is the earlier name of `note`, and is kept from the person as well.
    note: [note, reason].find((text) => text !== undefined && text !== ''),
  });
  const wallet = await services.store.get('wallet', { userId: user.userId });
  if (wallet === undefined) throw new Error(`no wallet: ${user.userId}`);
  return describeUser(user, wallet);
});
