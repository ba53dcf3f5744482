import type * as z from 'zod/mini';
import type { Proof } from '#shared/contract/factors.ts';
import type { AppError } from '#shared/errors.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Session } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { update, type Write } from '#functions/ports/store.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { ownerOf } from '#functions/domain/auth/factors/change-factors.ts';
import { ownAuditWrite } from '#functions/domain/admin/audit-write.ts';
import { spendAssertion } from '#functions/domain/auth/factors/spend-assertion.ts';
import { spendCode } from '#functions/domain/auth/factors/spend-code.ts';
import { proofMethodsOf, proofRequired } from '#functions/domain/auth/sessions/assert-fresh.ts';
import { invalidAccessToken } from '#functions/domain/auth/sessions/authenticate.ts';
import { countProof } from './count-proof.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'log' | 'settings'>;

/** A proof that the account's owner is there. */
export type GivenProof = z.output<typeof Proof>;

/**
 * Makes a session fresh for ten minutes with a proof that the account's owner is there. A code is used up by it, in the
 * same transaction.
 *
 * Throws AppError ProofRequired for a way that is not among this person's, InvalidCredentials or InvalidCode for a wrong
 * proof, TooManyRequests, or InvalidAccessToken when the session ended meanwhile.
 */
export async function provePresence(
  needs: Needs,
  given: { readonly user: User; readonly session: Session; readonly proof: GivenProof },
): Promise<void> {
  const { user, session, proof } = given;
  if (!proofMethodsOf(user).includes(proof.method)) throw proofRequired(user);
  await countProof(needs, { session, wrong: wrongProofs[proof.method] }, async () => {
    if (proof.method !== 'password') return freshen(needs, session, () => spentWrites(needs, session, proof));
    const isRight = await needs.keys.verifyPassword(proof.password, user.passwordHash);
    return isRight && freshen(needs, session, async () => []);
  });
}

/** Returns the writes that use a proof up; undefined for a wrong one. */
async function spentWrites(
  needs: Needs,
  { userId, sessionId }: Session,
  proof: Exclude<GivenProof, { method: 'password' }>,
): Promise<readonly Write[] | undefined> {
  const owner = await ownerOf(needs, userId);
  if (proof.method !== 'passkey') {
    const spent = await spendCode(needs, owner, { code: proof.code, kinds: [proof.method] });
    if (spent === undefined || proof.method === 'totp') return spent;
    return [
      ...spent,
      ownAuditWrite(needs, { userId, action: 'factor-changed', after: { change: 'recovery-code-used' } }),
    ];
  }
  return spendAssertion(needs, owner, {
    assertion: proof.assertion,
    bond: { purpose: 'proof', holder: sessionId },
  });
}

/** Notes in the session that its owner is there. Returns false, and changes nothing, when the proof gives no writes. */
async function freshen(
  needs: Needs,
  { sessionId }: Session,
  writesOf: () => Promise<readonly Write[] | undefined>,
): Promise<boolean> {
  return withRetries(needs, async () => {
    const seen = await needs.store.get('session', { sessionId });
    if (seen === undefined || seen.isRevoked) throw invalidAccessToken();
    const writes = await writesOf();
    if (writes === undefined) return false;
    await needs.store.commit([update('session', seen, { provedAtMs: needs.clock.now() }), ...writes]);
    return true;
  });
}

const wrongCode = {
  code: 'InvalidCode',
  message: 'This code is wrong or was used already.',
} as const;

const wrongProofs = {
  password: { code: 'InvalidCredentials', message: 'The current password is wrong.' },
  totp: wrongCode,
  recovery_code: wrongCode,
  passkey: { code: 'InvalidCredentials', message: 'This passkey is not one of yours. Try another one.' },
} as const satisfies Record<GivenProof['method'], { code: AppError['code']; message: string }>;
