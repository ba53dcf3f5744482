import { greet } from './greet.ts';
import { renderMail, type MailContent, type MailFacts } from './render-mail.ts';

/**
 * Mails the owner of an address that another person wanted to move an account to it: the site itself must not say so.
 */
export function newAddressTakenMail(about: MailFacts): MailContent {
  return renderMail({
    subject: 'Your address already has an account',
    preview: 'Someone tried to use your address for another account.',
    heading: greet('Hello', about.firstname),
    paragraphs: [
      'Someone, perhaps you, tried to use this address for another Satchel account. It already belongs to yours, so nothing was changed.',
      'If this was you: an address can have only one account. Sign in to this one, or use a different address for the other.',
    ],
    action: { label: 'Sign in', url: `${about.siteUrl}/login` },
    notes: ['If this wasn’t you, ignore this email. Your account hasn’t changed.'],
    siteUrl: about.siteUrl,
  });
}
