import { openSession } from '#functions/domain/auth/sessions/open-session.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { accessCookieName } from '#functions/runtime/session-cookies.ts';

/** Returns the cookies of a browser in which a person has just signed in. */
export async function cookiesOf(services: Services, user: User): Promise<Record<string, string>> {
  const { accessToken } = await openSession(services, user);
  return { [accessCookieName]: accessToken };
}
