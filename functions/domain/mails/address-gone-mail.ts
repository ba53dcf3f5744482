import { greet } from './greet.ts';
import { momentText } from './moment-text.ts';
import { renderMail, type MailContent } from './render-mail.ts';

/** Reports to an address that it no longer belongs to an account: the account went back to the one it had before. */
export function addressGoneMail(about: {
  readonly siteUrl: string;
  readonly firstname: string;
  readonly atMs: number;
}): MailContent {
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
