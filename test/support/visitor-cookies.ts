import type { BrowserContext } from 'playwright-core';

import type { ApiClient } from '#infra/local/seed/api-client.ts';

type Cookies = Parameters<BrowserContext['addCookies']>[0];

/** Returns the cookies of a signed-in client for a browser, so that a test need not sign in by the form. */
export function cookiesFor(site: string, client: Pick<ApiClient, 'cookies'>): Cookies {
  return [...client.cookies].map(([name, value]) => ({
    name,
    value,
    domain: new URL(site).hostname,
    path: name.startsWith('__Host-') ? '/' : '/api/auth',
    secure: true,
    httpOnly: true,
    sameSite: 'Strict' as const,
  }));
}
