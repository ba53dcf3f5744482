import type { EmailChange, User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { sendUnlessRefused } from '#functions/domain/auth/send-mail.ts';
import { addressGoneMail } from '#functions/domain/mails/address-undo-mails.ts';
import { emailChangedMail } from '#functions/domain/mails/email-changed-mail.ts';
import { isLost } from '#functions/domain/auth/email-changes.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { failureName } from '#functions/domain/failure-text.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'mailer' | 'log' | 'settings'>;

/**
 * Delay after which the job `remind-people` mails an undo link that the request may not have mailed, in milliseconds:
 * longer than a request lives.
 */
export const undoMailAfterMs = 60_000;

/**
 * Returns the token of the link that undoes a change of the address. It names its person, and is derived, so that every
 * try of the mail has the same link and the table holds nothing that opens it.
 */
export async function undoTokenOf(
  { keys }: Pick<Services, 'keys'>,
  userId: User['userId'],
  undoId: string,
): Promise<string> {
  return `${userId}.${await keys.codeHash('email-undo-link', JSON.stringify([userId, undoId]))}`;
}

/** Mails a person's undo links at once. What fails is left to the job. */
export async function tryMailUndoLinks(needs: Needs, userId: User['userId']): Promise<void> {
  try {
    await mailUndoLinks(needs, userId, needs.clock.now() + undoMailAfterMs);
  } catch (thrown) {
    const error = failureName(thrown);
    needs.log.warn('mail about a new address left to the job', { userId, error });
  }
}

/**
 * Mails a person's undo links that are due by a time to the addresses of before. Only they let an owner take back an
 * account whose address a thief changed, so the change made them due: a mail counts once it was sent or refused for good.
 * The mail to an address that an undo took away is due in the same way.
 */
export async function mailUndoLinks(needs: Needs, userId: User['userId'], dueByMs = needs.clock.now()): Promise<void> {
  const { log, settings, store, clock } = needs;
  const user = await store.get('user', { userId });
  if (user === undefined) return;
  const { firstname, emailChanges = [] } = user;
  const due = emailChanges.filter(({ mailDueAtMs = Infinity }) => mailDueAtMs <= dueByMs);
  const { siteUrl } = settings;
  for (const change of due) {
    const { email, atMs, untilMs, undoId, codeHash } = change;
    try {
      if (isLost(change)) {
        const mail = addressGoneMail({ siteUrl, firstname, atMs });
        await sendUnlessRefused(needs, email, mail, { mail: 'address-gone', userId, ofMs: atMs });
      } else if (undoId !== undefined && untilMs > clock.now()) {
        const undoToken = await undoTokenOf(needs, userId, undoId);
        const mail = emailChangedMail({ siteUrl, firstname, atMs, undoToken });
        await sendUnlessRefused(needs, email, mail, { mail: 'email-changed', userId, ofMs: atMs });
      }
    } catch (thrown) {
      const error = failureName(thrown);
      log.error('mail not sent', { mail: isLost(change) ? 'address-gone' : 'email-changed', userId, error });
      continue;
    }
    await noteMailed(needs, userId, codeHash);
  }
}

async function noteMailed(needs: Needs, userId: User['userId'], codeHash: EmailChange['codeHash']): Promise<void> {
  const { store } = needs;
  await withRetries(needs, async () => {
    const user = await store.get('user', { userId });
    const isMeant = (each: EmailChange): boolean => each.codeHash === codeHash && each.mailDueAtMs !== undefined;
    if (!user?.emailChanges?.some(isMeant)) return;
    const emailChanges = user.emailChanges
      .filter((each) => !(isMeant(each) && isLost(each)))
      .map((each) => (isMeant(each) ? { ...each, mailDueAtMs: undefined } : each));
    await store.commit([update('user', user, { emailChanges })]);
  });
}
