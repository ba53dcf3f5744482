import { removeTotp } from '#functions/domain/auth/factors/remove-totp.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Switches the caller's authenticator app off. */
export const handler = endpoint('user.remove-totp', async ({ caller }, services) => {
  await removeTotp(services, caller.user.userId);
  return undefined;
});
