import type { Services } from '#functions/ports/services.ts';
import { addressBlock } from '#functions/domain/auth/address-block.ts';

/**
 * Returns the keyed hash of the network that a sign-up comes from: /24 of IPv4, /48 of IPv6, because one household or
 * rented server has that much. The address itself is not stored. Undefined for loopback, where a local stack's people
 * all come from.
 */
export async function signUpNetwork(
  { keys }: Pick<Services, 'keys'>,
  clientAddress: string,
): Promise<string | undefined> {
  const block = addressBlock(clientAddress);
  if (block === '127.0.0.0/24' || block === addressBlock('::1')) return undefined;
  const network = block.endsWith('::/64') ? `${block.split(':').slice(0, 3).join(':')}::/48` : block;
  return keys.codeHash('sign-up-network', network);
}
