import { greet } from './greet.ts';
import { momentText } from './moment-text.ts';
import { renderMail, type MailContent } from './render-mail.ts';

type About = { readonly siteUrl: string; readonly firstname: string; readonly atMs: number };

/** Reports to the old address that it belongs to the account again, which is locked until its password is reset. */
export function addressRestoredMail(about: About): MailContent {
  return renderMail({
    subject: 'Your email address is back',
    preview: 'Choose a new password to unlock your account.',
    heading: greet('Hello', about.firstname),
    paragraphs: [
      `On ${momentText(about.atMs)}, the change of your Satchel account’s email address was undone. The account has this address again, and every device was signed out.`,
      'The account is locked and its cards are frozen until you choose a new password. Your balance and your cards are still there.',
    ],
    action: { label: 'Choose a new password', url: `${about.siteUrl}/password/forgot` },
    notes: [`Does something look wrong? Contact us: ${about.siteUrl}/support`],
    siteUrl: about.siteUrl,
  });
}

/**
 * Reports to an address that it no longer belongs to an account, because the account went back to its earlier address.
 */
export function addressGoneMail(about: About): MailContent {
  return renderMail({
    subject: 'Your email address was changed back',
    preview: 'The previous address undid the change.',
    heading: greet('Hello', about.firstname),
    paragraphs: [
      `On ${momentText(about.atMs)}, the previous address of your Satchel account undid the change to this one. This address no longer belongs to the account, and every device was signed out.`,
    ],
    action: { label: 'This is a mistake', url: `${about.siteUrl}/support` },
    notes: ['You get no more mail about this account at this address.'],
    siteUrl: about.siteUrl,
  });
}
