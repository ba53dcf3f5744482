import { greet } from './greet.ts';
import { renderMail, type MailContent, type MailFacts } from './render-mail.ts';

/**
 * Mails the link to choose a new password. It holds the only copy of the code. With `exp`, the page can say early that
 * the link has expired.
 */
export function resetLinkMail(about: MailFacts & { readonly code: string; readonly expiresAtMs: number }): MailContent {
  const { siteUrl, firstname, code, expiresAtMs } = about;
  return renderMail({
    subject: 'Choose a new password',
    preview: 'The link works once, for one hour.',
    heading: greet('Hello', firstname),
    paragraphs: ['Someone, hopefully you, asked to reset the password of your Satchel account.'],
    action: { label: 'Choose a new password', url: `${siteUrl}/password/reset?code=${code}&exp=${expiresAtMs}` },
    notes: [
      'The link works once, for one hour. A newer link replaces it.',
      'If you didn’t ask for it, ignore this email. Your password stays the same.',
    ],
    siteUrl,
  });
}
