import { isLoopback } from '#functions/adapters/http/is-loopback.ts';

/** The parts of a configuration that must belong to one environment of the issuer. */
type Environment = {
  readonly baseUrl: string;
  readonly revealBaseUrl: string;
  readonly accessToken: string;
  readonly secretKey: string;
};

/**
 * Throws for a malformed access token, for a mix of live and sandbox, or when a key would travel unencrypted. A
 * loopback address is a simulator: it needs no https, and must not get live keys.
 */
export function assertEnvironment({ baseUrl, revealBaseUrl, accessToken, secretKey }: Environment): void {
  if (!/^[\x21-\x7e]+$/.test(accessToken)) throw new Error('issuer: the access token is empty or malformed');
  for (const url of [new URL(baseUrl), new URL(revealBaseUrl)]) {
    if (isLoopback(url)) {
      if (accessToken.startsWith('at_live_') || secretKey.startsWith('sk_live_'))
        throw new Error('issuer: live keys are configured for a loopback address');
      continue;
    }
    if (url.protocol !== 'https:') throw new Error('issuer: the base URLs must be https');
    const kind = url.pathname.replace(/\/+$/, '').endsWith('/sandbox') ? 'test' : 'live';
    if (!accessToken.startsWith(`at_${kind}_`) || !secretKey.startsWith(`sk_${kind}_`))
      throw new Error(`issuer: the keys do not belong to the ${kind} environment of the base URL`);
  }
}
