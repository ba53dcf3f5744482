import type { Services } from '#functions/ports/services.ts';
import type { Write } from '#functions/ports/store.ts';
import { AppError } from '#shared/errors.ts';
import { quotaWrites } from '#functions/domain/auth/quota.ts';
import { activeOf, factorWrites } from './factors-of.ts';
import { readPasskeyChallenge, type ChallengeBond } from './passkey-challenge.ts';
import { relyingPartyOf } from './relying-party.ts';
import type { Owner } from './spend-code.ts';
import type { GivenAssertion } from './webauthn.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'log' | 'settings'>;

/**
 * Returns the writes that note a passkey's use and use its challenge up, for the transaction that the passkey opens;
 * undefined for an assertion that is wrong or was given before.
 */
export async function spendAssertion(
  needs: Needs,
  owner: Owner,
  { assertion, bond }: { readonly assertion: GivenAssertion; readonly bond: ChallengeBond },
): Promise<readonly Write[] | undefined> {
  // The library is large: only a request that brings an assertion loads it.
  const { challengeIn, readAssertion } = await import('./webauthn.ts');
  const { user, factors } = owner;
  const challenge = challengeIn(assertion);
  const once = await readPasskeyChallenge(needs, bond, challenge);
  const passkey = activeOf(factors, 'passkey').find(({ credentialId }) => credentialId === assertion.id);
  if (once === undefined || passkey === undefined) return undefined;
  const party = relyingPartyOf(needs.settings);
  const signCount = await readAssertion(assertion, { challenge, party, passkey });
  if (signCount === undefined) {
    needs.log.warn('passkey refused', { userId: user.userId, passkeyId: passkey.passkeyId });
    return undefined;
  }
  const nowMs = needs.clock.now();
  const used = { ...passkey, signCount, lastUsedAtMs: nowMs };
  const all = factors.all.map((each) => (each === passkey ? used : each));
  try {
    const taken = await quotaWrites(needs, [once]);
    return [...factorWrites(needs, owner, { all, pendingTotp: factors.pendingTotp }), ...taken];
  } catch (thrown) {
    // The challenge was used.
    if (thrown instanceof AppError) return undefined;
    throw thrown;
  }
}
