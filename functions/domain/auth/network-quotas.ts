import type { Services } from '#functions/ports/services.ts';
import { hourMs } from '#functions/domain/durations.ts';
import { addressBlock } from './address-block.ts';
import type { Quota } from './quota.ts';

/** Maximum requests of one network (see addressBlock) in an hour, over all accounts. */
const perHour = {
  /** A lecture hall that signs up together is let in; a script that mints accounts is not. */
  registration: 100,
  'password-forgotten': 10,
  /** Guesses at other people's six digits, by browsers that never gave the password. */
  'second-factor': 60,
} as const;

/**
 * Returns the quota of a network for one kind of request; none for loopback. A deployed request never comes from
 * loopback: the address is the one that CloudFront saw, or the gateway's own peer, never a client's claim (see
 * runtime/endpoint.ts). So only a local stack is exempt, where hundreds of people are seeded and tested from one
 * address.
 */
export async function networkQuotas(
  { keys }: Pick<Services, 'keys'>,
  scope: keyof typeof perHour,
  clientAddress: string,
): Promise<readonly Quota[]> {
  const network = addressBlock(clientAddress);
  if (network === '127.0.0.0/24' || network === addressBlock('::1')) return [];
  const counterId = `${scope}-network:${await keys.codeHash(`${scope}-network`, network)}`;
  return [{ counterId, max: perHour[scope], windowMs: hourMs }];
}
