import { authRoutes } from '#shared/contract/auth.ts';
import { verifyEmail } from '#functions/domain/auth/sign-up/verify-email.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Verifies an address with the code from its mail and reports the outcome of the referral. Signs nobody in. */
export const handler = endpoint(authRoutes, 'auth.verify-email', async ({ params }, services) =>
  verifyEmail(services, params.code),
);
