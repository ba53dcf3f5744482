import { closingRoutes } from '#shared/contract/closing.ts';
import { closeAccount } from '#functions/domain/closing/close-account.ts';
import { returnUntilOf } from '#functions/domain/closing/return-until.ts';
import { answer } from '#functions/runtime/answer.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';
import { clearedSessionCookies } from '#functions/runtime/session-cookies.ts';

/** Closes the caller's account. The browser is signed out with all others. */
export const handler = endpoint(closingRoutes, 'user.close', async ({ caller, body }, services) => {
  const { userId } = caller.user;
  const closing = await closeAccount(services, { userId, waiveCents: body.waiveCents });
  const reply = {
    closedAt: new Date(closing.closedAtMs).toISOString(),
    returnUntil: new Date(returnUntilOf(closing)).toISOString(),
  };
  return answer(reply, { cookies: clearedSessionCookies() });
});
