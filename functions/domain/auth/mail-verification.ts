import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { verificationMail } from '#functions/domain/mails/verification-mail.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { commitAnew } from './commit-anew.ts';
import { countMail, mailCounterId, newVerification } from './email-verification.ts';
import { sendMail } from './send-mail.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'mailer' | 'log' | 'settings'>;

/** Mails a fresh verification link, at most five an hour per account. Links mailed before stay valid till their end. */
export async function mailVerification(needs: Needs, user: User): Promise<void> {
  const { store, clock, settings } = needs;
  const code = await withRetries(needs, async () => {
    const seen = await store.get('rateCounter', { counterId: mailCounterId(user.userId) });
    const count = countMail(user.userId, seen, clock.now());
    if (count === undefined) return undefined;
    const verification = await newVerification(needs, user);
    await commitAnew(store, [count, verification.write]);
    return verification.code;
  });
  if (code === undefined) return;
  const { email, firstname, userId } = user;
  const mail = verificationMail({ siteUrl: settings.siteUrl, firstname, code });
  await sendMail(needs, email, mail, { mail: 'verification', userId });
}
