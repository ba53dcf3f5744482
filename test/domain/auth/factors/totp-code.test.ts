import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { newTotpSecret, repeatableSteps, stepOfCode } from '#functions/domain/auth/factors/totp-code.ts';
import { hotp, totpAt, totpStepMs } from '#test/support/totp-at.ts';

/** `12345678901234567890`, the key of RFC 6238's vectors, in base32. */
const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const rfcVectors = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;

describe('a code of an authenticator app', () => {
  it.each(rfcVectors)('is that of RFC 6238 at second %d', (second, code) => {
    const nowMs = second * 1000;
    expect(stepOfCode(rfcSecret, { code, nowMs, usedSteps: [] })).toBe(Math.floor(second / 30));
  });

  it.each(rfcVectors)('is that of RFC 6238 at second %d in the tests’ own implementation', (second, code) => {
    expect(totpAt(rfcSecret, second * 1000)).toBe(code);
  });

  it('is that of RFC 4226 for the first counters in the tests’ own implementation', () => {
    const key = Buffer.from('12345678901234567890');
    expect([0, 1, 2, 3].map((counter) => hotp(key, counter))).toEqual(['755224', '287082', '359152', '969429']);
  });

  it('is accepted from one step before now to one after, once, and at no other time', () => {
    const secret = newTotpSecret({ random: { token: () => Buffer.alloc(20, 7).toString('base64url') } as never });
    fc.assert(
      fc.property(
        fc.integer({ min: 4 * totpStepMs, max: 4e12 }),
        fc.integer({ min: -3, max: 3 }),
        fc.subarray([-1, 0, 1]),
        (nowMs, offset, used) => {
          const now = Math.floor(nowMs / totpStepMs);
          const code = totpAt(secret, (now + offset) * totpStepMs);
          const usedSteps = used.map((step) => now + step);
          // Two steps of one secret share their digits once in a million; such a draw decides nothing.
          fc.pre([-1, 0, 1].every((step) => step === offset || totpAt(secret, (now + step) * totpStepMs) !== code));
          const isTaken = Math.abs(offset) <= 1 && !used.includes(offset);
          expect(stepOfCode(secret, { code, nowMs, usedSteps })).toBe(isTaken ? now + offset : undefined);
        },
      ),
    );
  });

  it('is remembered as used for as long as it could be repeated', () => {
    const nowMs = 1_000 * totpStepMs;
    expect(repeatableSteps([997, 998, 999, 1000, 1001], nowMs)).toEqual([999, 1000, 1001]);
  });
});
