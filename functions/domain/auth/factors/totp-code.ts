import { Secret, TOTP } from 'otpauth';
import type { Services } from '#functions/ports/services.ts';

/** Length of a step, in seconds (RFC 6238). */
const stepSeconds = 30;

/** Maximum number of steps by which an app's clock may be off, in either direction. */
const windowSteps = 1;

/** Bytes of a secret: as many as SHA-1 returns (RFC 4226, section 4). */
const secretBytes = 20;

/** Makes the secret of an authenticator app, in base32. */
export function newTotpSecret({ random }: Pick<Services, 'random'>): string {
  const bytes = Buffer.from(random.token(secretBytes), 'base64url');
  return new Secret({ buffer: new Uint8Array(bytes).buffer }).base32;
}

/** Returns the address (`otpauth:`) of a secret, which apps read from a QR code. */
export function totpUri(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/**
 * Returns the step whose code this is, counted from 1970, if it is at most one away from now; undefined for every other
 * code. `usedSteps` were accepted before and match no more.
 */
export function stepOfCode(
  secret: string,
  { code, nowMs, usedSteps }: { readonly code: string; readonly nowMs: number; readonly usedSteps: readonly number[] },
): number | undefined {
  const totp = totpOf(secret, '');
  const now = stepAt(nowMs);
  const near = Array.from({ length: 2 * windowSteps + 1 }, (_, index) => now - windowSteps + index);
  return near
    .filter((step) => step >= 0 && !usedSteps.includes(step))
    .find((step) => totp.validate({ token: code, timestamp: step * stepSeconds * 1000, window: 0 }) === 0);
}

/** Returns those of the used steps whose code could still be repeated. */
export function repeatableSteps(usedSteps: readonly number[], nowMs: number): readonly number[] {
  return usedSteps.filter((step) => step >= stepAt(nowMs) - windowSteps);
}

function stepAt(nowMs: number): number {
  return Math.floor(nowMs / 1000 / stepSeconds);
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({
    issuer: 'Satchel',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: stepSeconds,
    secret: Secret.fromBase32(secret),
  });
}
