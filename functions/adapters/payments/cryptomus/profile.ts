import { isLoopback } from '#functions/adapters/http/is-loopback.ts';

/** Sister providers that speak one protocol. */
export type Profile = 'cryptomus' | 'heleket';

/** The hosts that may be asked for real money. */
const apiHosts = { cryptomus: 'api.cryptomus.com', heleket: 'api.heleket.com' } as const satisfies Record<
  Profile,
  string
>;

/** The calls by which each sends a webhook again: the later one answers where the earlier one is gone. */
export const resendPaths = {
  cryptomus: ['/v2/payment/resend', '/v1/payment/resend'],
  heleket: ['/v1/payment/resend'],
} as const satisfies Record<Profile, readonly string[]>;

/** Real keys never begin so; the simulator takes no other. */
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
  // Everybody can read a simulator's key: one that is still accepted would let them sign webhooks.
  if (paymentKeys.some(isSimulated))
    throw new Error("payment provider: a simulator's key is configured for the real host");
}
