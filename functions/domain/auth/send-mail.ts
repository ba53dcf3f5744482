import { MailRefused } from '#functions/ports/mailer.ts';
import type { Services } from '#functions/ports/services.ts';
import type { MailContent } from '#functions/domain/mails/render-mail.ts';

type Needs = Pick<Services, 'mailer' | 'log'>;

/**
 * Sends a mail on which the success of the request does not depend. A failure is only logged, because the person can
 * ask for another mail. The log names neither address nor contents.
 */
export async function sendMail(
  { mailer, log }: Needs,
  to: string,
  mail: MailContent,
  facts: { readonly mail: string; readonly userId: string },
): Promise<void> {
  try {
    await mailer.send({ to, ...mail });
  } catch (thrown) {
    log.error('mail not sent', { ...facts, error: thrown instanceof Error ? thrown.name : 'unknown' });
  }
}

/**
 * Sends a mail that a job repeats until it was sent. Throws when it was not. A mail that is refused for good counts as
 * sent: every later try would be refused too, and its job would never end.
 */
export async function sendUnlessRefused(
  { mailer, log }: Needs,
  to: string,
  mail: MailContent,
  facts: { readonly mail: string; readonly userId: string },
): Promise<void> {
  try {
    await mailer.send({ to, ...mail });
  } catch (thrown) {
    if (!(thrown instanceof MailRefused)) throw thrown;
    log.warn('mail refused for good', facts);
  }
}
