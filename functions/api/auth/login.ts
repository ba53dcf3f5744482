import { authRoutes } from '#shared/contract/auth.ts';
import { login } from '#functions/domain/auth/sign-in/login.ts';
import { answer } from '#functions/runtime/answer.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';
import {
  deviceCookie,
  deviceCookieName,
  pendingCookie,
  pendingCookieName,
  sessionCookies,
} from '#functions/runtime/session-cookies.ts';

/** Signs a person in, or begins the second step: the tokens travel in cookies only. */
export const handler = endpoint(
  authRoutes,
  'auth.login',
  async ({ body, cookies, clientAddress, userAgent }, services) => {
    const { email, password } = body;
    const held = { deviceToken: cookies[deviceCookieName], browserToken: cookies[pendingCookieName] };
    const outcome = await login(services, { email, password, clientAddress, userAgent, ...held });
    const { isTwoFactorRequired, userId } = outcome;
    if (outcome.isTwoFactorRequired) {
      const { browserToken, methods } = outcome;
      return answer(
        { isTwoFactorRequired, userId, methods: [...methods] },
        { cookies: browserToken === undefined ? [] : [pendingCookie(browserToken)] },
      );
    }
    return answer(
      { isTwoFactorRequired, userId },
      { cookies: [...sessionCookies(outcome.tokens, services.clock.now()), deviceCookie(outcome.deviceToken)] },
    );
  },
);
