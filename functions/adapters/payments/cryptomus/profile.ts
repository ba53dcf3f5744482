import { isLoopback } from '#functions/adapters/http/is-loopback.ts';

/** Sister providers that speak one protocol. */
export type Profile = 'cryptomus' | 'heleket';

/** The hosts that may be asked for real money. */
const apiHosts = { cryptomus: 'api.cryptomus.com', heleket: 'api.heleket.com' } as const satisfies Record<
  Profile,
  string
>;

/** Real keys never begin so; the simulator takes no other. */
const simulatedKeyPrefix = 'test_';

/** Throws for a configuration that could send a real key to a simulator, or a simulator's key to the provider. */
export function assertProfile(profile: Profile, baseUrl: URL, merchantId: string, paymentKey: string): void {
  if (!/^[\x21-\x7e]+$/.test(merchantId) || paymentKey === '')
    throw new Error('payment provider: the merchant id or the key is empty or malformed');
  const isSimulatedKey = paymentKey.startsWith(simulatedKeyPrefix);
  if (isLoopback(baseUrl)) {
    if (!isSimulatedKey) throw new Error('payment provider: a real-looking key is configured for a loopback address');
    return;
  }
  if (baseUrl.protocol !== 'https:' || baseUrl.host !== apiHosts[profile])
    throw new Error(`payment provider: the base URL is not https://${apiHosts[profile]}`);
  if (isSimulatedKey) throw new Error("payment provider: a simulator's key is configured for the real host");
}
