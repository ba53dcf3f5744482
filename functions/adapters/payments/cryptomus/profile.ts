import { isLoopback } from '#functions/adapters/http/is-loopback.ts';

/** Sister providers that speak one protocol. */
export type Profile = 'cryptomus' | 'heleket';

/** The providers' hosts: the only ones that real keys may be sent to. */
const apiHosts = { cryptomus: 'api.cryptomus.com', heleket: 'api.heleket.com' } as const satisfies Record<
  Profile,
  string
>;

/** Paths by which each provider sends a webhook again, tried in order: the earlier one may be gone. */
export const resendPaths = {
  cryptomus: ['/v2/payment/resend', '/v1/payment/resend'],
  heleket: ['/v1/payment/resend'],
} as const satisfies Record<Profile, readonly string[]>;

/** Prefix of a simulator's keys: real keys never have it, and a simulator takes no others. */
const simulatedKeyPrefix = 'test_';

/** Throws for a configuration that could send a real key to a simulator, or a simulator's key to the provider. */
export function assertProfile(
  profile: Profile,
  baseUrl: URL,
  merchantId: string,
  paymentKeys: readonly [string, ...string[]],
): void {
  if (!/^[\x21-\x7e]+$/.test(merchantId) || paymentKeys.includes(''))
    throw new Error('payment provider: the merchant id or the key is empty or malformed');
  const isSimulated = (key: string): boolean => key.startsWith(simulatedKeyPrefix);
  if (isLoopback(baseUrl)) {
    if (!paymentKeys.every(isSimulated))
      throw new Error('payment provider: a real-looking key is configured for a loopback address');
    return;
  }
  if (baseUrl.protocol !== 'https:' || baseUrl.host !== apiHosts[profile])
    throw new Error(`payment provider: the base URL is not https://${apiHosts[profile]}`);
  // A simulator's key is public: anybody could sign webhooks with it if it were accepted.
  if (paymentKeys.some(isSimulated))
    throw new Error("payment provider: a simulator's key is configured for the real host");
}
