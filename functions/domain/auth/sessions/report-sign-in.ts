import { AppError } from '#shared/errors.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { WriteConflict } from '#functions/ports/store.ts';
import { newSignInMail } from '#functions/domain/mails/new-sign-in-mail.ts';
import { reportReturn } from '#functions/domain/closing/return-account.ts';
import { takeOne, type Quota } from '#functions/domain/auth/quota.ts';
import { sendMail } from '#functions/domain/auth/send-mail.ts';
import type { Device } from './device-of.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'mailer' | 'log' | 'settings'>;

/**
 * Mails the owner of an account about a sign-in from a device that the account did not know. Does not report the first
 * sign-in after the sign-up. A sign-in that opens a closed account again gets another mail. `user` is the account as it
 * was before the session was opened. Never throws.
 */
export async function reportSignIn(needs: Needs, user: User, device: Device): Promise<void> {
  await reportReturn(needs, user);
  if (device.isKnown || user.hasNeverSignedIn || !(await mayMail(needs, user))) return;
  const { userId, email, firstname } = user;
  const about = { siteUrl: needs.settings.siteUrl, firstname, atMs: needs.clock.now(), device: device.name };
  await sendMail(needs, email, newSignInMail(about), { mail: 'new-sign-in', userId });
}

/** Returns false once this hour's ten mails are used up: more would say nothing new. */
async function mayMail(needs: Needs, { userId }: User): Promise<boolean> {
  const quota: Quota = { counterId: `new-sign-in:${userId}`, max: 10, windowMs: 60 * 60_000 };
  try {
    await takeOne(needs, [quota]);
    return true;
  } catch (thrown) {
    if (thrown instanceof AppError) return false;
    // The counter is crowded: a mail too many is better than none.
    if (thrown instanceof WriteConflict) return true;
    needs.log.error('sign-in not counted', { userId, error: thrown instanceof Error ? thrown.name : 'unknown' });
    return true;
  }
}
