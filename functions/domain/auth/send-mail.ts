import { MailRefused } from '#functions/ports/mailer.ts';
import type { Services } from '#functions/ports/services.ts';
import type { MailContent } from '#functions/domain/mails/render-mail.ts';
import { failureName } from '#functions/domain/failure-text.ts';

type Needs = Pick<Services, 'mailer' | 'log'>;

/** Names one mail to a person; `ofMs` is a time that is the same in each of its tries. */
type MailName = { readonly mail: string; readonly userId: string; readonly ofMs: number };

/** Returns the id of a mail that is repeated until it was sent. */
export function mailIdOf({ mail, userId, ofMs }: MailName): string {
  return `${mail}:${userId}:${ofMs}`;
}

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
    log.error('mail not sent', { ...facts, error: failureName(thrown) });
  }
}

/**
 * Sends a mail that a job repeats until it was sent, under the same id in each try. Throws when it was not. A mail
 * that is refused for good counts as sent: every later try would be refused too, and its job would never end.
 */
export async function sendUnlessRefused(
  { mailer, log }: Needs,
  to: string,
  mail: MailContent,
  facts: MailName,
): Promise<void> {
  try {
    await mailer.send({ to, mailId: mailIdOf(facts), ...mail });
  } catch (thrown) {
    if (!(thrown instanceof MailRefused)) throw thrown;
    log.warn('mail refused for good', facts);
  }
}
