import type { ProofMethod } from '#shared/contract/factors.ts';

/** The words of each way to prove that the account's owner is there. */
type Way = {
  /** Instruction above the field. */
  readonly text: string;
  /** The button that changes to this way. */
  readonly change: string;
};

/** Ways to prove presence that this site knows. */
export const proofWays: Readonly<Record<ProofMethod, Way>> = {
  password: { text: 'Enter your password to continue.', change: 'Use my password' },
  totp: { text: 'Enter the 6-digit code from your authenticator app.', change: 'Use my authenticator app' },
  passkey: { text: 'Confirm with your fingerprint, face or screen lock.', change: 'Use a passkey' },
  recovery_code: { text: 'Enter one of your recovery codes. Each works once.', change: 'Use a recovery code' },
};

/** Returns the server's ways that this browser supports, in the server's order; the password when there is none. */
export function knownWays(methods: readonly string[], canUsePasskeys: boolean): readonly ProofMethod[] {
  const known = methods.filter(
    (method): method is ProofMethod => Object.hasOwn(proofWays, method) && (method !== 'passkey' || canUsePasskeys),
  );
  return known.length === 0 ? ['password'] : known;
}
