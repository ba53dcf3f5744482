import { authRoutes } from '#shared/contract/auth.ts';
import { verifySecondFactor } from '#functions/domain/auth/sign-in/verify-second-factor.ts';
import { answer } from '#functions/runtime/answer.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';
import {
  clearedPendingCookie,
  deviceCookie,
  deviceCookieName,
  pendingCookieName,
  sessionCookies,
} from '#functions/runtime/session-cookies.ts';

/**
 * Finishes a sign-in with mailed digits, a code of the app or a recovery code. Only mailed digits count in a client
 * without the pending cookie, with guesses of its own.
 */
export const handler = endpoint(
  authRoutes,
  'auth.verify-2fa',
  async ({ body, cookies, clientAddress, userAgent }, services) => {
    const { userId, code } = body;
    const held = { deviceToken: cookies[deviceCookieName], browserToken: cookies[pendingCookieName] };
    const given = { userId, code, clientAddress, userAgent, ...held };
    const { tokens, deviceToken } = await verifySecondFactor(services, given);
    const cookiesSet = [...sessionCookies(tokens, services.clock.now()), deviceCookie(deviceToken)];
    return answer({ userId }, { cookies: [...cookiesSet, clearedPendingCookie()] });
  },
);
