import { greet } from './greet.ts';
import { momentText } from './moment-text.ts';
import { renderMail, type MailContent, type MailFacts } from './render-mail.ts';

/**
 * Reports to the old address that the account has another one now, with the link that undoes the change. The new
 * address is not named, because others may read this mailbox. The token stands in the fragment of the link, so no
 * server logs it.
 */
export function emailChangedMail(
  about: MailFacts & { readonly atMs: number; readonly undoToken: string },
): MailContent {
  return renderMail({
    subject: 'Your email address was changed',
    preview: 'If this wasn’t you, undo it within 7 days.',
    heading: greet('Hello', about.firstname),
    paragraphs: [
      `On ${momentText(about.atMs)}, the email address of your Satchel account was changed. This address no longer belongs to it, and every other device was signed out.`,
      'If this wasn’t you, undo it now. Your account gets this address back, everyone is signed out, and you choose a new password.',
    ],
    action: { label: 'Undo the change', url: `${about.siteUrl}/email/undo#${about.undoToken}` },
    notes: [
      'The link works once, for 7 days. Until then nobody else can sign up with this address.',
      'If this was you, you’re all set.',
    ],
    siteUrl: about.siteUrl,
  });
}
