import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { recoveryCodeUsedMail } from '#functions/domain/mails/recovery-code-used-mail.ts';
import { sendMail } from '#functions/domain/auth/send-mail.ts';
import { factorsOf, recoveryCodesLeft } from './factors-of.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'mailer' | 'log' | 'settings'>;

/** Mails an account's owner that a recovery code was used, because a thief of the codes would use one. */
export async function reportRecoveryCode(needs: Needs, user: User): Promise<void> {
  const { settings, clock } = needs;
  const { userId, email, firstname } = user;
  const left = recoveryCodesLeft(await factorsOf(needs, userId));
  const mail = recoveryCodeUsedMail({ siteUrl: settings.siteUrl, firstname, atMs: clock.now(), left });
  await sendMail(needs, email, mail, { mail: 'recovery-code-used', userId });
}
