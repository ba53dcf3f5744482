import type { Id } from '#shared/ids.ts';
import type { RecoveryFactor } from '#functions/ports/entities/factors.ts';
import type { Services } from '#functions/ports/services.ts';

/** Crockford's base32: no letter that is taken for a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Number of codes in a set. */
const codesPerSet = 10;

/** Number of characters of a code: fifty bits. */
const codeLength = 10;

type Needs = Pick<Services, 'keys' | 'clock' | 'random'>;

/** Makes a set of recovery codes: the codes, to be shown once, and the factor to store, with their hashes. */
export async function newRecoveryCodes(
  needs: Needs,
  userId: Id<'user'>,
): Promise<{ readonly codes: string[]; readonly factor: RecoveryFactor }> {
  const codes = Array.from({ length: codesPerSet }, () => newCode(needs));
  const codeHashes = await Promise.all(codes.map((code) => recoveryCodeHash(needs, userId, code)));
  const factor = { kind: 'recovery', codeHashes, addedAtMs: needs.clock.now() } as const;
  return { codes: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`), factor };
}

/** Hashes a recovery code of a person, for storing. */
export function recoveryCodeHash({ keys }: Pick<Services, 'keys'>, userId: Id<'user'>, code: string): Promise<string> {
  return keys.codeHash('recovery-code', JSON.stringify([userId, code]));
}

function newCode({ random }: Pick<Services, 'random'>): string {
  return Array.from({ length: codeLength }, () => alphabet[random.below(alphabet.length)]).join('');
}
