import type { SessionTokens } from '#functions/domain/auth/sessions/session-tokens.ts';
import { challengeMs } from '#functions/domain/auth/challenge.ts';
import { passkeyChallengeMs } from '#functions/domain/auth/factors/passkey-challenge.ts';
import { accessTokenMs } from '#functions/domain/auth/sessions/session-life.ts';

/**
 * The cookies of a session. No token ever reaches JavaScript.
 *
 * The access cookie goes to every path, so its name begins with `__Host-`: no subdomain can plant it. `__Host-` demands
 * `Path=/`, but the refresh token, which lives 30 days, should travel to the routes under `/api/auth` only; so it is
 * `__Secure-` with a path. A refresh cookie planted by a subdomain would only sign its victim in as the attacker, until
 * the next sign-in; a refresh token in every request's log would be worse.
 */
export const accessCookieName = '__Host-access';
export const refreshCookieName = '__Secure-refresh';
/** Marks a browser that has signed in before (see domain/auth/sign-in/login-throttle.ts). It opens no session. */
export const deviceCookieName = '__Secure-device';
/** Binds the digits that were mailed to the browser that gave the password. Signs nobody in. */
export const pendingCookieName = '__Host-pending';
/** Binds the challenge of a sign-in by passkey to the browser that asked for it. Signs nobody in. */
export const passkeyCookieName = '__Host-passkey';

const authPath = '/api/auth';
const deviceDays = 180;

/** The `Set-Cookie` values that sign a browser in, or keep it signed in. */
export function sessionCookies(tokens: SessionTokens, nowMs: number): string[] {
  const refreshSeconds = Math.max(0, Math.floor((tokens.sessionExpiresAtMs - nowMs) / 1000));
  return [
    setCookie(accessCookieName, tokens.accessToken, '/', Math.min(accessTokenMs / 1000, refreshSeconds)),
    setCookie(refreshCookieName, tokens.refreshToken, authPath, refreshSeconds),
  ];
}

/** The `Set-Cookie` value that marks a browser as known. */
export function deviceCookie(deviceToken: string): string {
  return setCookie(deviceCookieName, deviceToken, authPath, deviceDays * 24 * 60 * 60);
}

/** The `Set-Cookie` value of a sign-in that waits for its second factor. */
export function pendingCookie(browserToken: string): string {
  return setCookie(pendingCookieName, browserToken, '/', challengeMs / 1000);
}

/** The `Set-Cookie` value of a browser that asked for a passkey's challenge. */
export function passkeyCookie(browserToken: string): string {
  return setCookie(passkeyCookieName, browserToken, '/', passkeyChallengeMs / 1000);
}

/** The `Set-Cookie` value that removes the cookie of a pending sign-in. */
export function clearedPendingCookie(): string {
  return setCookie(pendingCookieName, '', '/', 0);
}

/** The `Set-Cookie` values that sign a browser out. The device stays known. */
export function clearedSessionCookies(): string[] {
  return [setCookie(accessCookieName, '', '/', 0), setCookie(refreshCookieName, '', authPath, 0)];
}

/**
 * Reads `name=value` cookies, as API Gateway hands them over. Of two cookies with one name the first counts, because
 * browsers send the more specific one first.
 */
export function readCookies(cookies: readonly string[] | undefined): Readonly<Record<string, string>> {
  const found = new Map<string, string>();
  for (const cookie of cookies ?? []) {
    const at = cookie.indexOf('=');
    const name = cookie.slice(0, Math.max(0, at)).trim();
    if (name !== '' && !found.has(name)) found.set(name, cookie.slice(at + 1).trim());
  }
  return Object.fromEntries(found);
}

function setCookie(name: string, value: string, path: string, maxAgeSeconds: number): string {
  return `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; Secure; SameSite=Strict`;
}
