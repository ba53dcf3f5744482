import { userRoutes } from '#shared/contract/user.ts';
import { startEmailChange } from '#functions/domain/auth/addresses/start-email-change.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Mails six digits to a new address. The reply never reveals whether another account has it. */
export const handler = endpoint(userRoutes, 'user.start-email-change', async ({ body, caller }, services) => {
  await startEmailChange(services, { user: caller.user, newEmail: body.newEmail });
  return { message: 'We sent a 6-digit code to the new address. It works for 10 minutes.' };
});
