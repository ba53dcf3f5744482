import type { Services } from '#functions/ports/services.ts';
import { addressBlock } from './address-block.ts';
import type { Quota } from './quota.ts';

const hourMs = 60 * 60_000;

/** What one network (see addressBlock) may do in an hour, over all accounts. */
const perHour = {
  /** A lecture hall that signs up together is let in; a script that mints accounts is not. */
  registration: 100,
  'password-forgotten': 10,
  /** Guesses at other people's six digits, by browsers that never gave the password. */
  'second-factor': 60,
} as const;

/**
 * The quota of a network for one kind of request; none for this machine itself. A request never comes from loopback where
 * this is deployed: the address is the one that CloudFront saw, or the gateway's own peer, and what a client claims is not
 * looked at (see runtime/endpoint.ts). So only a stack on somebody's own machine is exempt, where hundreds of people are
 * seeded and tested from one address.
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
