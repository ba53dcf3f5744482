import type { SignUp, SignUps } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { verificationMail } from '#functions/domain/mails/verification-mail.ts';
import { commitForRetry, withRetries } from '#functions/domain/with-retries.ts';
import { countMail, mailCounterId, newVerification } from './email-verification.ts';
import { sendMail } from '#functions/domain/auth/send-mail.ts';
import { signedUpAt } from './sign-ups.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'mailer' | 'log' | 'settings'>;

/**
 * Mails a fresh verification link of one of the sign-ups with an address, at most five an hour per address. Links mailed
 * before stay valid till their end.
 */
export async function mailVerification(
  needs: Needs,
  { emailHash, waiting }: Pick<SignUps, 'emailHash' | 'waiting'>,
  signUp: SignUp,
): Promise<void> {
  const { store, clock, settings } = needs;
  const code = await withRetries(needs, async () => {
    const seen = await store.get('rateCounter', { counterId: mailCounterId(emailHash) });
    const count = countMail(emailHash, seen, clock.now());
    if (count === undefined) return undefined;
    const verification = await newVerification(needs, signUp);
    await commitForRetry(store, [count, verification.write]);
    return verification.code;
  });
  if (code === undefined) return;
  const { email, firstname, userId } = signUp;
  const signedUpAtMs = signedUpAt(waiting, signUp);
  const mail = verificationMail({ siteUrl: settings.siteUrl, firstname, code, signedUpAtMs });
  await sendMail(needs, email, mail, { mail: 'verification', userId });
}
