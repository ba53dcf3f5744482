import type { Settings } from '#functions/ports/services.ts';

/** The site as authenticators know it. */
export type RelyingParty = { readonly id: string; readonly origin: string };

/**
 * Returns the domain name that passkeys belong to and the origin that may use them. Passkeys need a name, so a local
 * site at an IP address is `localhost` for them.
 */
export function relyingPartyOf({ siteUrl }: Pick<Settings, 'siteUrl'>): RelyingParty {
  const site = new URL(siteUrl);
  if (site.hostname === '127.0.0.1' || site.hostname === '[::1]') site.hostname = 'localhost';
  return { id: site.hostname, origin: site.origin };
}
