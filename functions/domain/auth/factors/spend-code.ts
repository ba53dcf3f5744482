import type { User } from '#functions/ports/entities/accounts.ts';
import type { Factor, Factors } from '#functions/ports/entities/factors.ts';
import type { Services } from '#functions/ports/services.ts';
import type { Write } from '#functions/ports/store.ts';
import type { AuditNeeds } from '#functions/domain/admin/audit-write.ts';
import { activeOf, factorWrites } from './factors-of.ts';
import { recoveryCodeHash } from './recovery-codes.ts';
import { repeatableSteps, stepOfCode } from './totp-code.ts';

type Needs = Pick<Services, 'keys'> & AuditNeeds;

/** A person with the factors that they have. */
export type Owner = { readonly user: User; readonly factors: Factors };

/** The kinds of codes that a factor takes. */
export type CodeKind = 'totp' | 'recovery_code';

/**
 * Returns the writes that use up a code of a person's app or recovery codes, for the transaction that the code opens;
 * undefined when the code is wrong or was used. Of two requests with one code the second conflicts, reads again and
 * finds the code used.
 */
export async function spendCode(
  needs: Needs,
  owner: Owner,
  given: { readonly code: string; readonly kinds: readonly CodeKind[] },
): Promise<readonly Write[] | undefined> {
  const { code, kinds } = given;
  if (!isRecoveryCode(code)) return kinds.includes('totp') ? spendTotpCode(needs, owner, code) : undefined;
  return kinds.includes('recovery_code') ? spendRecoveryCode(needs, owner, code) : undefined;
}

/** True for a code that does not have six characters. */
export function isRecoveryCode(code: string): boolean {
  return code.length !== 6;
}

async function spendTotpCode(needs: Needs, owner: Owner, code: string): Promise<readonly Write[] | undefined> {
  const [totp] = activeOf(owner.factors, 'totp');
  if (totp === undefined) return undefined;
  const nowMs = needs.clock.now();
  const secret = await needs.keys.decryptSecret(totpUse(owner.user), totp.encryptedSecret);
  const step = stepOfCode(secret, { code, nowMs, usedSteps: totp.usedSteps });
  if (step === undefined) return undefined;
  const usedSteps = [...repeatableSteps(totp.usedSteps, nowMs), step];
  return replacedWrites(needs, owner, totp, { ...totp, usedSteps });
}

async function spendRecoveryCode(needs: Needs, owner: Owner, code: string): Promise<readonly Write[] | undefined> {
  const codeHash = await recoveryCodeHash(needs, owner.user.userId, code);
  const set = activeOf(owner.factors, 'recovery').find(({ codeHashes }) => codeHashes.includes(codeHash));
  if (set === undefined) return undefined;
  const codeHashes = set.codeHashes.filter((each) => each !== codeHash);
  return replacedWrites(needs, owner, set, { ...set, codeHashes });
}

function replacedWrites(needs: Needs, owner: Owner, before: Factor, after: Factor): readonly Write[] {
  const { all, pendingTotp } = owner.factors;
  return factorWrites(needs, owner, { all: all.map((each) => (each === before ? after : each)), pendingTotp });
}

/** Returns the use for which a person's app secret is encrypted. */
export function totpUse({ userId }: Pick<User, 'userId'>): string {
  return `totp:${userId}`;
}
