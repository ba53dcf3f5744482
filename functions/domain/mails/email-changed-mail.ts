import { greet } from './greet.ts';
import { momentText } from './moment-text.ts';
import { renderMail, type MailContent } from './render-mail.ts';

/** Tells the old address that the account has another one now. The new one is not named: this mailbox may be lost to its owner. */
export function emailChangedMail(about: {
  readonly siteUrl: string;
  readonly firstname: string;
  readonly atMs: number;
}): MailContent {
  return renderMail({
    subject: 'Your e-mail address was changed',
    preview: 'If it was not you, write to us at once.',
    heading: greet('Hello', about.firstname),
    paragraphs: [
      `On ${momentText(about.atMs)} the e-mail address of your Satchel account was changed. This address no longer belongs to it, and every other browser was signed out.`,
      'It was not you? Then write to us at once: we can stop whoever did it.',
    ],
    action: { label: 'It was not me', url: `${about.siteUrl}/support` },
    notes: ['It was you? Then there is nothing to do. This is the last mail to this address about the account.'],
    siteUrl: about.siteUrl,
  });
}
