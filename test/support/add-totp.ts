import { confirmTotp } from '#functions/domain/auth/factors/confirm-totp.ts';
import { startTotp } from '#functions/domain/auth/factors/start-totp.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { totpAt, totpStepMs } from './totp-at.ts';

/** An active authenticator app, and its recovery codes as they were shown. */
export type AddedTotp = {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** Returns a valid, unused code: of the present step, or of the next one at a second call. */
  readonly code: () => string;
};

/** Adds an authenticator app to an account, as its owner does. That uses up the code of the previous step. */
export async function addTotp(services: Services, { userId }: Pick<User, 'userId'>): Promise<AddedTotp> {
  const session = { userId, sessionId: services.random.id('session') };
  const { secret } = await startTotp(services, session);
  const code = totpAt(secret, services.clock.now() - totpStepMs);
  const { recoveryCodes } = await confirmTotp(services, { session, code });
  let stepsAhead = 0;
  let stepsFrom = Math.floor(services.clock.now() / totpStepMs);
  return {
    secret,
    recoveryCodes,
    code: () => {
      const step = Math.floor(services.clock.now() / totpStepMs);
      if (step !== stepsFrom) [stepsFrom, stepsAhead] = [step, 0];
      const next = totpAt(secret, services.clock.now() + stepsAhead * totpStepMs);
      stepsAhead += 1;
      return next;
    },
  };
}
