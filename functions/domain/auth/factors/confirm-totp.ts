import { AppError } from '#shared/errors.ts';
import type { Factor, Factors, PendingTotp } from '#functions/ports/entities/factors.ts';
import type { Session } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { changeFactors } from './change-factors.ts';
import { activeOf } from './factors-of.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { pendingMs } from './start-totp.ts';
import { stepOfCode } from './totp-code.ts';
import { totpUse } from './spend-code.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random'>;

/**
 * Switches an authenticator app on with the first code of the secret that this session was shown. It replaces the app
 * before, and a new set of recovery codes replaces the older ones. Returns the new set, to be shown once.
 *
 * Throws AppError Conflict without such a secret, InvalidCode, or TooManyRequests.
 */
export async function confirmTotp(
  needs: Needs,
  given: { readonly session: Pick<Session, 'userId' | 'sessionId'>; readonly code: string },
): Promise<{ readonly recoveryCodes: string[] }> {
  const { session, code } = given;
  const { userId } = session;
  const { codes, factor: recovery } = await newRecoveryCodes(needs, userId);
  await changeFactors(needs, {
    userId,
    change: 'totp-on',
    decide: async ({ user, factors }) => {
      const nowMs = needs.clock.now();
      const pending = openPending(factors, session, nowMs);
      const secret = await needs.keys.decryptSecret(totpUse(user), pending.encryptedSecret);
      const step = stepOfCode(secret, { code, nowMs, usedSteps: [] });
      if (step === undefined) throw wrongCode();
      // The code that proves the app is used up with it: it opens nothing else.
      const { encryptedSecret } = pending;
      const totp: Factor = { kind: 'totp', encryptedSecret, usedSteps: [step], addedAtMs: nowMs };
      return {
        after: {
          all: [...withoutKinds(factors.all, ['totp', 'recovery'], nowMs), totp, recovery],
          pendingTotp: undefined,
        },
        result: undefined,
      };
    },
  });
  return { recoveryCodes: codes };
}

/** Returns the factors, with those of some kinds taken off. */
export function withoutKinds(
  all: readonly Factor[],
  kinds: readonly Factor['kind'][],
  nowMs: number,
): readonly Factor[] {
  return all.map((factor) =>
    kinds.includes(factor.kind) && factor.removedAtMs === undefined ? { ...factor, removedAtMs: nowMs } : factor,
  );
}

function openPending(factors: Factors, { sessionId }: Pick<Session, 'sessionId'>, nowMs: number): PendingTotp {
  const pending = factors.pendingTotp;
  // The first answer, with the recovery codes, may have been lost.
  const isOn = activeOf(factors, 'totp').some(({ addedAtMs }) => nowMs < addedAtMs + pendingMs);
  if (pending === undefined && isOn)
    throw new AppError('Conflict', 'Your app is on already. Make new recovery codes if you have not seen them.');
  if (pending === undefined || pending.sessionId !== sessionId || pending.expiresAtMs <= nowMs) {
    throw new AppError('Conflict', 'No authenticator app is waiting for its first code. Start over.');
  }
  return pending;
}

function wrongCode(): AppError {
  return new AppError('InvalidCode', 'This code is wrong. Check the clock of your phone and try the next code.');
}
