import type { BrowserContext } from 'playwright-core';

import type { ApiClient } from '#infra/local/seed/api-client.ts';

type Cookies = Parameters<BrowserContext['addCookies']>[0];

/** The cookies of a script that is signed in, for a browser: a test that is not about signing in need not do it by hand. */
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
